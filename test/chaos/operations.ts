import type { TestService } from '../support/running-service.ts';
import type { WireAnswer } from './fault-proxy.ts';
import { AFTER, CREATES, UPDATES } from './operations/forms.ts';
import { ACCEPT, GIVE_BACK, SIZE } from './operations/own-routes.ts';
import { DELETE, INVITE, TRANSFER } from './operations/plain-changes.ts';
import { DOWNLOAD, READS } from './operations/reads.ts';
import type { Truth } from './truth.ts';

/** What a cell of the matrix has to itself. */
export interface Stage {
  service: Pick<TestService, 'patient'>;
  truth: Truth;
  /** No other cell's patient is called so. */
  name: string;
  folder: string;
  photos: { left: string; front: string; right: string };
  subAccount: number;
  subToken: string;
  /** A patient with a finished face reconstruction, for operations that change nothing of it. */
  shared: { id: number; name: string };
}

export interface Prepared {
  args: string[];
  /** The main account's if left out. */
  token?: string;
  /** The one request that does it. */
  request: RegExp;
  /** What the service may answer to it; stands in where it was never asked. */
  believable: WireAnswer;
  /** How often it has been made; undefined for a read. */
  times?: () => Promise<number>;
  /** Whether what a success printed, or kept, is what the service has. */
  isRight(stdout: string): Promise<boolean>;
}

export interface MatrixOperation {
  name: string;
  isChange: boolean;
  /** More than once is as good as once. */
  idempotent?: boolean;
  /** No look tells whether it was made: without keys an unknown outcome stays one. */
  isBlind?: boolean;
  /** Not written down: a second one does no harm, so there is nothing to resume. */
  isUnwritten?: boolean;
  prepare(stage: Stage): Promise<Prepared>;
}

/** The nine operations, create and update once without and once with photos, and those of our own service. */
export const OPERATIONS: readonly MatrixOperation[] = [
  ...READS,
  ...CREATES,
  ...UPDATES,
  AFTER,
  DELETE,
  DOWNLOAD,
  TRANSFER,
  INVITE,
  ACCEPT,
  SIZE,
  GIVE_BACK,
];
