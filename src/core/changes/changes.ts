import type { PatientAnswer } from '../../contract/answers.ts';
import type { Reply } from '../answer.ts';
import type { ReconstructionInput, UpdateInput } from '../client.ts';
import { pathId } from '../ids.ts';
import type { Deed } from '../journal/entry.ts';
import type { ChangeOf } from '../journal/stored-change.ts';
import type { Acceptance } from '../own-routes.ts';
import type { CreateInput } from '../patients.ts';
import { begin } from './begin.ts';
import { doneBefore } from './done-before.ts';
import { type Call, openRun, plainCall, type RunParts } from './run.ts';
import { type Given, type GivenPhoto, sentBefore } from './sent-before.ts';
import type { AlreadyThere } from './steps.ts';
import { stepsOf } from './steps-of.ts';
import { unfinishedChanges } from './unfinished-changes.ts';

/** The wishes of a caller: a change without them is sent at once and waits by itself. */
export type ChangeHooks = Partial<Omit<Call, 'keepsUnsent'>>;

export interface CreateHooks extends ChangeHooks {
  /** Create also where the same person is there; `own`: where rows of the same import have made it. */
  allowSame?: boolean | 'own' | undefined;
  /** `<batch>:<row>`: the row of an import. A patient that was made of it before is not made again. */
  row?: string | undefined;
}

export interface UpdateHooks extends ChangeHooks {
  /** What an import calls it: the journal then tells that it is done. */
  row?: string | undefined;
}

/** How a create ended. `found`: its answer was lost, and a look found the patient. `earlier`: an earlier run made it. */
export interface Created {
  id: string;
  how: 'created' | 'found' | 'earlier' | AlreadyThere['how'];
  reply?: Reply<PatientAnswer>;
  /** Of `already_there`: the patient as the service lists it. */
  there?: AlreadyThere['there'];
}

export type Changes = ReturnType<typeof createChanges>;

/**
 * The changes of the interface and those of our own service, each made exactly once: written down before it is sent, looked for if its answer is
 * lost, and open for `recon resume` if that is not settled (`outcome_unknown`). Photos handed in are moved.
 */
export function createChanges(parts: RunParts) {
  const run = openRun(parts);
  const { client, journal } = run;
  const beginWith = <D extends Deed>(change: ChangeOf<D>, hooks: ChangeHooks, row?: string) =>
    begin(change, run, { ...plainCall(run), ...hooks }, row);

  return {
    createPatient: async (
      input: CreateInput,
      { row, allowSame = false, ...hooks }: CreateHooks = {},
    ): Promise<Created> => {
      const before = row === undefined ? undefined : { row, person: input.patient, allowSame: allowSame === true };
      const earlier = before && (await doneBefore(before, client, journal));
      if (earlier !== undefined) return { id: earlier, how: 'earlier' };
      const ending = await beginWith({ deed: 'create', ...input, allowSame }, hooks, row);
      const how = ending.how === 'answered' ? 'created' : ending.how;
      const seen = 'reply' in ending ? { reply: ending.reply } : { there: ending.there };
      return { id: ending.patient ?? '', how, ...seen };
    },
    /** How `createPatient` would end, found out without a trace; undefined where it would send. */
    foreseeCreate: async (
      patient: CreateInput['patient'],
      { row, allowSame = false, ...hooks }: CreateHooks = {},
    ): Promise<Created | undefined> => {
      const before = row === undefined ? undefined : { row, person: patient, allowSame: allowSame === true };
      const earlier = before && (await doneBefore(before, client, journal));
      if (earlier !== undefined) return { id: earlier, how: 'earlier' };
      const call = { ...plainCall(run), ...hooks };
      const planned = await stepsOf({ deed: 'create', patient, allowSame }, run, call).plan({ row });
      if (!('ending' in planned) || 'reply' in planned.ending) return undefined;
      const { how, patient: id, there } = planned.ending;
      return { id, how, there };
    },
    updatePatient: async (typed: string, input: UpdateInput, { row, ...hooks }: UpdateHooks = {}) =>
      (await beginWith({ deed: 'update', id: pathId(typed), ...input }, hooks, row)).reply,
    setAccepted: async (typed: string, acceptance: Acceptance, hooks: ChangeHooks = {}) =>
      (await beginWith({ deed: 'accept', id: pathId(typed), ...acceptance }, hooks)).reply,
    createAfter: async (typed: string, reconstruction: ReconstructionInput, hooks: ChangeHooks = {}) =>
      (await beginWith({ deed: 'after', id: pathId(typed), reconstruction }, hooks)).reply,
    deletePatient: async (typed: string, hooks: ChangeHooks = {}) =>
      (await beginWith({ deed: 'delete', id: pathId(typed) }, hooks)).reply,
    transferPatient: async (typed: string, target: string, hooks: ChangeHooks = {}) => {
      const change = { deed: 'transfer' as const, id: pathId(typed), targetSurgeonId: pathId(target, 'surgeon') };
      return (await beginWith(change, hooks)).reply;
    },
    giveBackPatient: async (typed: string, hooks: ChangeHooks = {}) =>
      (await beginWith({ deed: 'give-back', id: pathId(typed) }, hooks)).reply,
    /** For whom else these photos were sent before. */
    sentBefore: (photos: readonly GivenPhoto[], given: Given) => sentBefore(photos, given, run),
    /** The changes that earlier runs have left open. */
    unfinished: unfinishedChanges(run),
    batches: journal.batches,
  };
}
