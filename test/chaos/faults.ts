import type { Socket } from 'node:net';
import type { WireAnswer } from './fault-proxy.ts';
import { CUT_ANSWERS } from './faults/cut-answers.ts';
import { REFUSALS } from './faults/refusals.ts';
import { STATUSES } from './faults/statuses.ts';
import { UPLOADS } from './faults/uploads.ts';
import { WRONG_ANSWERS } from './faults/wrong-answers.ts';
import type { WireRequest } from './scripted-server.ts';

/** What a network, or somebody in it, does to one request. */
export interface Fault {
  name: string;
  /** Takes the place of the answer once the last byte of the request is in. */
  reply: (socket: Socket, answer: WireAnswer, world: FaultWorld) => void;
  /** Strikes before the request is whole, so that it is never applied. */
  atHead?: (socket: Socket, request: WireRequest, world: FaultWorld) => void;
  /** The reply says that the change was made: not for a request that was lost. */
  saysDone?: boolean;
  /** The reply says that the change was refused: not for one that was applied. Exits where it comes once, and always. */
  saysRefused?: { once: number; always: number };
  /** The reply says of a patient who is there that there is none: as the answer to a look it is a lie. */
  isAboutPatient?: boolean;
}

export interface FaultWorld {
  /** A host that is not the service. */
  elsewhere: string;
}

/** Faults that strike one request; those of the connection itself are in `connection-faults.ts`. */
export const FAULTS: readonly Fault[] = [...CUT_ANSWERS, ...WRONG_ANSWERS, ...STATUSES, ...REFUSALS, ...UPLOADS];
