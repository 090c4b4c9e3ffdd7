import type { AfterAnswer, PatientAnswer, ResultAnswer } from '../../contract/answers.ts';
import type { Reply } from '../answer.ts';
import type { Client, ReconstructionInput, UpdateInput } from '../client.ts';
import { pathId } from '../ids.ts';
import type { Journal, UnfinishedBatch } from '../journal/journal.ts';
import type { CreateInput } from '../patients.ts';
import { naturalKeyOf } from '../same-person.ts';
import { begin } from './begin.ts';
import type { World } from './carry-out.ts';
import { doneBefore } from './done-before.ts';
import { type OpenChanges, openChanges } from './open-changes.ts';
import type { Outcome } from './steps.ts';

export interface ChangeHooks {
  /** Bytes handed to the network, of all; restarts at 0 when the request is sent again. */
  onUpload?: ((sentBytes: number, totalBytes: number) => void) | undefined;
  /** Sends when there is a place for it; a batch sends only so many at the same time. */
  turn?: World['turn'] | undefined;
  /** Its place is free again. */
  answered?: World['answered'] | undefined;
  /** The wait until a lost request can no longer be at work; a batch does other work meanwhile. */
  pause?: World['pause'] | undefined;
}

export interface CreateHooks extends ChangeHooks {
  /** Create also where the same person is there; `own`: where rows of the same import have made it. */
  allowSame?: boolean | 'own' | undefined;
  /** `<batch>:<row>`: which row of an import this is. What was done under it before is not done again. */
  row?: string | undefined;
}

/** How a create ended. `found`: its answer was lost, and a look found the patient. `earlier`: an earlier run made it. */
export interface Created {
  id: string;
  how: 'created' | 'found' | 'earlier' | 'already_there';
  reply?: Reply<PatientAnswer>;
}

/**
 * The changes of the interface, each made exactly once: written down before it is sent, looked for where its answer is
 * lost, and open for `recon resume` where that is not settled (`outcome_unknown`). Photos handed in are moved.
 */
export interface Changes {
  createPatient(input: CreateInput, hooks?: CreateHooks): Promise<Created>;
  updatePatient(id: string, input: UpdateInput, hooks?: ChangeHooks): Promise<Reply<PatientAnswer>>;
  createAfter(id: string, reconstruction: ReconstructionInput, hooks?: ChangeHooks): Promise<Reply<AfterAnswer>>;
  deletePatient(id: string, hooks?: ChangeHooks): Promise<Reply<ResultAnswer>>;
  transferPatient(id: string, targetSurgeonId: string, hooks?: ChangeHooks): Promise<Reply<ResultAnswer>>;
  /** What earlier runs have left open. */
  open: OpenChanges;
  batches: Batches;
}

/** Imports that were begun, so that `recon resume` goes on with those that were interrupted. */
export interface Batches {
  /** The import of a list at this path; the same path has the same one again. */
  nameOf(path: string): string;
  /** Writes down that it has begun, or goes on, with this list and in this way. */
  begin(begun: { batch: string; path: string; options: Record<string, unknown> }): Promise<void>;
  finish(batch: string): Promise<void>;
  /** Rows that are done, of every import: `<import>:<row>` → the patient's id. */
  doneRows(): Promise<ReadonlyMap<string, string>>;
  unfinished(): Promise<UnfinishedBatch[]>;
}

export interface ChangesParts
  extends Omit<World, 'turn' | 'answered' | 'pause' | 'keepsUnsent' | 'account' | 'noteAnswer' | 'subjectOf'> {
  client: Client;
  /** Base URL of the service: patient 7 of another one is somebody else. */
  service: string;
}

/** A lost create may take a little longer than the slowest that was answered. */
const SLOWER_THAN_SEEN = 1.2;

export function createChanges(parts: ChangesParts): Changes {
  const { client, journal, service, clock, signal } = parts;
  const subjectOf: World['subjectOf'] = (patient) => {
    const key = naturalKeyOf(patient);
    return key === undefined ? undefined : journal.mark('person', service, key);
  };
  let slowestMs = 0;
  const world = ({ turn, answered, pause }: ChangeHooks): World => ({
    ...parts,
    quietMs: () => Math.max(parts.quietMs(), SLOWER_THAN_SEEN * slowestMs),
    noteAnswer: (ms) => {
      slowestMs = Math.max(slowestMs, ms);
    },
    turn: turn ?? ((work) => work()),
    answered: answered ?? (() => {}),
    pause: pause ?? ((ms) => clock.sleep(ms, signal)),
    keepsUnsent: false,
    account: journal.account,
    subjectOf,
  });
  const patientSubject = (id: string) => journal.mark('patient', service, id);
  const begun = <T>(hooks: ChangeHooks, plan: Parameters<typeof begin>[0], request: Parameters<typeof begin>[1]) =>
    begin(plan, request, { client, world: world(hooks), onUpload: hooks.onUpload }) as Promise<Outcome<T>>;

  return {
    createPatient: async (input, hooks = {}) => {
      const { row, allowSame = false } = hooks;
      const before = row === undefined ? undefined : { row, person: input.patient, allowSame: allowSame === true };
      const earlier = before && (await doneBefore(before, client, journal));
      if (earlier !== undefined) return { id: earlier, how: 'earlier' };
      const subject = subjectOf(input.patient);
      const { how, patient, reply } = await begun<Reply<PatientAnswer>>(
        hooks,
        { deed: 'create', subject, row },
        { ...input, allowSame },
      );
      return { id: patient ?? '', how: how === 'answered' ? 'created' : how, ...(reply !== undefined && { reply }) };
    },
    updatePatient: async (typed, input, hooks = {}) => {
      const id = pathId(typed);
      return replyOf(await begun(hooks, { deed: 'update', patient: id, subject: patientSubject(id) }, input));
    },
    createAfter: async (typed, reconstruction, hooks = {}) => {
      const id = pathId(typed);
      return replyOf(
        await begun(hooks, { deed: 'after', patient: id, subject: patientSubject(id) }, { reconstruction }),
      );
    },
    deletePatient: async (typed, hooks = {}) => {
      const id = pathId(typed);
      return replyOf(await begun(hooks, { deed: 'delete', patient: id, subject: patientSubject(id) }, {}));
    },
    transferPatient: async (typed, target, hooks = {}) => {
      const id = pathId(typed);
      const targetSurgeonId = pathId(target, 'surgeon');
      const plan = { deed: 'transfer' as const, patient: id, subject: patientSubject(id) };
      return replyOf(await begun(hooks, plan, { targetSurgeonId }));
    },
    open: openChanges({ client, world: { ...world({}), keepsUnsent: true } }),
    batches: batchesOf(journal),
  };
}

/** Every change but a create is answered, or found made by an answer of the service. */
function replyOf<T>({ reply }: Outcome<T>): T {
  if (reply === undefined) throw new Error('a change ended without an answer');
  return reply;
}

const batchesOf = (journal: Journal): Batches => ({
  nameOf: (path) => journal.mark('batch', path),
  begin: (begun) => journal.beginBatch(begun),
  finish: (batch) => journal.finishBatch(batch),
  doneRows: () => journal.doneRows(),
  unfinished: () => journal.unfinishedBatches(),
});
