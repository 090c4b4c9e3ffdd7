import type { AfterAnswer, PatientAnswer, ResultAnswer } from '../../contract/answers.ts';
import type { Reply } from '../answer.ts';
import type { ReconstructionInput, UpdateInput } from '../client.ts';
import { pathId } from '../ids.ts';
import type { Deed } from '../journal/entry.ts';
import type { Batches } from '../journal/journal.ts';
import type { ChangeOf } from '../journal/stored-change.ts';
import type { CreateInput } from '../patients.ts';
import { begin } from './begin.ts';
import { doneBefore } from './done-before.ts';
import { type OpenChanges, openChanges } from './open-changes.ts';
import { type Call, openRun, plainCall, type RunParts } from './run.ts';

/** What a caller may want of a change: a call without it is sent at once and waits by itself. */
export type ChangeHooks = Partial<Omit<Call, 'keepsUnsent'>>;

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

export function createChanges(parts: RunParts): Changes {
  const run = openRun(parts);
  const { client, journal } = run;
  const begun = <D extends Deed>(change: ChangeOf<D>, hooks: ChangeHooks, row?: string) =>
    begin(change, run, { ...plainCall(run), ...hooks }, row);

  return {
    createPatient: async (input, { row, allowSame = false, ...hooks } = {}) => {
      const before = row === undefined ? undefined : { row, person: input.patient, allowSame: allowSame === true };
      const earlier = before && (await doneBefore(before, client, journal));
      if (earlier !== undefined) return { id: earlier, how: 'earlier' };
      const ending = await begun({ deed: 'create', ...input, allowSame }, hooks, row);
      const how = ending.how === 'answered' ? 'created' : ending.how;
      return { id: ending.patient ?? '', how, ...('reply' in ending && { reply: ending.reply }) };
    },
    updatePatient: async (typed, input, hooks = {}) =>
      (await begun({ deed: 'update', id: pathId(typed), ...input }, hooks)).reply,
    createAfter: async (typed, reconstruction, hooks = {}) =>
      (await begun({ deed: 'after', id: pathId(typed), reconstruction }, hooks)).reply,
    deletePatient: async (typed, hooks = {}) => (await begun({ deed: 'delete', id: pathId(typed) }, hooks)).reply,
    transferPatient: async (typed, target, hooks = {}) => {
      const change = { deed: 'transfer' as const, id: pathId(typed), targetSurgeonId: pathId(target, 'surgeon') };
      return (await begun(change, hooks)).reply;
    },
    open: openChanges(run),
    batches: journal.batches,
  };
}
