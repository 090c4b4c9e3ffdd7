import type { Clock } from '../../clock.ts';
import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { Reply } from '../answer.ts';
import type { ListFilters } from '../client.ts';
import type { ArchiveOutcome } from './manifest.ts';

/** What a service may tell of the patients of a page beside their records. */
export type ToldWithList = Pick<Reply<unknown>, 'units' | 'doubts'>;

/** A file that holds every patient in one format. */
export interface RecordFormat {
  /** For example `patients.csv`. */
  fileName: string;
  /** The text in front of the first patient. Called again where the list is read anew. */
  begin(): string;
  /** The patient's line, with its line end; empty where the file is made at the end. `told`: with the page it came on. */
  line(patient: unknown, told: ToldWithList): string;
  /** What follows the last patient. */
  end?(): Promise<Uint8Array>;
}

export interface ExportRequest {
  /** The folder; made if it is missing, continued if it holds an export of the same patients. */
  to: string;
  /** The service's address, for the manifest. */
  service: string;
  /** The folder may hold an export of this service at another address. */
  isMoved?: boolean;
  filters: Pick<ListFilters, 'name' | 'email' | 'ids'>;
  formats: readonly RecordFormat[];
  /** Whether archives of earlier exports go whose patients the service does not know any more. Not with a name or an e-mail. */
  removeGone: boolean;
  /** Undefined exports records only. If `types` is undefined, every type is exported. */
  archives: { types: readonly ReconstructionType[] | undefined } | undefined;
  /** JSON of the same value, without characters that would control a terminal. */
  printableJson(json: string): string;
}

export interface ExportHooks {
  clock: Clock;
  signal?: AbortSignal;
  /** Downloads at the same time. */
  jobs: number;
  /** The bytes of a photo at an address that an answer gave. */
  fetchPhoto(url: string): Promise<Uint8Array>;
  onPatients?(count: number): void;
  /** Called when the list changed meanwhile; it is then read again. */
  onChange?(why: string): void;
  /** Called when the records are in the folder, with the numbers of files that follow. */
  onRecords?(files: { archives: number; photos: number }): void;
  /** Called after each of them, whatever its outcome. */
  onArchive?(outcome: ArchiveOutcome): void;
}
