import type { Clock } from '../../clock.ts';
import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { Changes } from '../changes/changes.ts';
import type { PatientsById } from './check-reported.ts';
import type { RowChecks } from './check-row.ts';
import type { Checked } from './check-rows.ts';
import type { ForeseenRow, Foresight } from './foresee.ts';
import type { Counts } from './outcomes.ts';
import type { SettleColumns } from './table-input.ts';

export interface ImportOptions {
  /** Patients sent at the same time. */
  jobs: number;
  /** The path of the report; beside the input if left out. */
  report?: string | undefined;
  /** Where paths in the list start, and what they must not leave; the list's own folder if left out. */
  folder?: string | undefined;
  /** Of folders without `patient.json`, whose names are those of their patients; without it they are problems. */
  type?: ReconstructionType | undefined;
  /** Send the good rows even if others have problems. */
  keepGoing: boolean;
  /** Also send rows that are equal to others, and patients that exist already. */
  allowSame: boolean;
  /** Check, and send nothing. */
  dryRun: boolean;
  /** For `recon resume`: the hash that the file had at the start. If it differs now, nothing is sent. */
  list?: string | undefined;
}
export interface ImportWorld {
  /** Not called in a dry run. */
  changes(): Promise<Pick<Changes, 'createPatient' | 'updatePatient' | 'batches'>>;
  /** Of a dry run, which may keep things in `scratch`; undefined where no service can be asked who is there. */
  foresight?(scratch: string): Promise<Foresight | undefined>;
  /** Not called in a dry run without foresight. Their height and weight are left out where no service can set them. */
  patientsById: PatientsById;
  /** Asks the service for anything, before something is sent. Not called in a dry run. */
  reach(): Promise<void>;
  /** The service answers, and so many rows are to be sent: nobody is known to be there for them. */
  onReached?(toSend: number): Promise<void>;
  clock: Clock;
  signal: AbortSignal;
  scratchFolder: string;
  /** Where is remembered what reports were written. */
  reportsFolder?: string;
  /** Another file was where the report goes, and is in `aside` now. */
  onKeptAside(report: string, aside: string): void;
  /** Which column of a spreadsheet is which field. */
  columns: SettleColumns;
  lookAt?: RowChecks['lookAt'];
  onChecking(rows: number): void;
  /** Called when all rows are checked, and there are no problems or `keepGoing` ignores them; may end the import. */
  onChecked(checked: Checked): void | Promise<void>;
  /** Called where rows with problems end it before anything is sent. */
  onRefused?(checked: Checked): Promise<void>;
  onSending(counts: Counts, total: number): void;
  /** The service has no space left, and the import waits. */
  onFull?(text: string): void;
  /** So many rows of a dry run were looked up. */
  onForeseeing?(rows: number, total: number): void;
  /**
   * What an import would do; before its problems, if there are any, are thrown. True where it has shown the problems of
   * each row.
   */
  onForeseen?(rows: readonly ForeseenRow[], isAsked: boolean): Promise<boolean>;
}
