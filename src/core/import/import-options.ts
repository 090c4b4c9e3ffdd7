import type { Clock } from '../../clock.ts';
import type { Changes } from '../changes/changes.ts';
import type { PatientsById } from './check-reported.ts';
import type { Checked } from './check-rows.ts';
import type { Counts } from './outcomes.ts';

export interface ImportOptions {
  /** Patients sent at the same time. */
  jobs: number;
  /** Where the report goes; beside the input otherwise. */
  report?: string | undefined;
  /** Send the good rows where others have problems. */
  keepGoing: boolean;
  /** Also rows that are the same, and patients that are there already. */
  allowSame: boolean;
  /** Check, and send nothing. */
  dryRun: boolean;
  /** The list that was interrupted: another one under its name is not what `recon resume` was asked for. */
  list?: string | undefined;
}
export interface ImportWorld {
  /** Not asked for by a dry run. */
  changes(): Promise<Pick<Changes, 'createPatient' | 'batches'>>;
  /** Neither. */
  patientsById: PatientsById;
  clock: Clock;
  signal: AbortSignal;
  scratchFolder: string;
  onChecking(rows: number): void;
  /** All rows are checked, and there are problems in none or `keepGoing` looks past them. */
  onChecked(checked: Checked): void;
  onSending(counts: Counts, total: number): void;
}
