import type { PatientAnswer } from '../contract/answers.ts';
import { type Violation, violations } from '../contract/photo-rules.ts';
import {
  type MeasureName,
  PROCESSING_STATUS,
  type ReconstructionType,
  shortTypeOf,
  typeWord,
  type View,
} from '../contract/reconstruction.ts';
import { ReconError } from '../errors.ts';
import type { Reply } from './answer.ts';
import { chosenOf, reconstructionsOf } from './chosen-reconstructions.ts';
import type { Client } from './client.ts';
import { patientToChange } from './may-change.ts';

/** The reconstruction part of an update, before its photos are opened. */
export interface AskedReconstruction {
  type?: ReconstructionType | undefined;
  photos: readonly View[];
  measures: Readonly<Partial<Record<MeasureName, string>>>;
}

/**
 * Looks at a patient before its reconstruction is updated: its type, which is the given one or the only one there is, and
 * the rules that the update breaks.
 * @throws ReconError `in_progress` where that reconstruction is accepted or being made, `forbidden` where the token only reads
 */
export async function planUpdate(client: Pick<Client, 'getPatient'>, id: string, asked: AskedReconstruction) {
  const before = await patientToChange(client, id);
  const stored = [...new Set(reconstructionsOf(before).flatMap((one) => shortTypeOf(one?.type) ?? []))];
  const type = asked.type ?? (stored.length === 1 ? stored[0] : undefined);
  const current = type === undefined ? undefined : chosenOf(before, type)[0];
  if (current?.accepted === true) {
    const undo = before.routes?.has('accept') === true && type ? ['accept', id, '--type', type, '--undo'] : undefined;
    throw blocked(id, type, 'is accepted, and an accepted one is not replaced', undo).with({
      details: undo === undefined ? [] : ['whoever accepted it decides if that is taken back'],
    });
  }
  if (current?.status === PROCESSING_STATUS) throw blocked(id, type, 'is being made and cannot be changed until then');
  return { violations: violations({ purpose: 'update', ...asked, stored }), type, before };
}

/**
 * Looks whether the reconstruction of an answered update was taken: the interface lets a service save the fields alone.
 * @throws ReconError `in_progress` where it was not changed; `outcome_unknown` where that cannot be seen
 */
export async function confirmTaken(
  client: Pick<Client, 'getPatient'>,
  id: string,
  reply: Reply<PatientAnswer>,
  {
    type,
    hasFields,
    wasModel,
  }: { type: ReconstructionType | undefined; hasFields: boolean; wasModel(model: string): boolean },
): Promise<void> {
  // An answer that shows no reconstruction tells nothing of it.
  if (chosenOf(reply, type).length > 0 && !wasModel(modelText(reply, type))) return;
  if (!wasModel(modelText(await lookAfter(client, id), type))) return;
  const saved = hasFields ? 'the patient fields were saved; the' : 'the';
  throw new ReconError('in_progress', `${saved} ${type ?? '3D'} model was not changed`, {
    hint: { command: ['patients', 'get', id] },
  });
}

async function lookAfter(client: Pick<Client, 'getPatient'>, id: string): Promise<Reply<PatientAnswer>> {
  try {
    return await client.getPatient(id);
  } catch (thrown) {
    if (!(thrown instanceof ReconError)) throw thrown;
    if (thrown.isStop) {
      // The update itself was answered.
      throw new ReconError(thrown.code, thrown.message, { mayBeApplied: true, details: thrown.details, cause: thrown });
    }
    const message = 'the update was sent, but nobody knows if the 3D model is made again';
    throw new ReconError('outcome_unknown', message, { hint: { command: ['patients', 'get', id] }, cause: thrown });
  }
}

/** The facts that a new generation changes, as text to compare; without queries of image URLs, which always differ. */
export function modelText(reply: Reply<PatientAnswer>, type: ReconstructionType | undefined): string {
  return JSON.stringify(
    chosenOf(reply, type).map((one) => [
      one?.status,
      one?.updated_at,
      [one?.left, one?.front, one?.right, one?.frames].map((url) => String(url).split('?')[0]),
      String(JSON.stringify(one?.mesaures)),
    ]),
  );
}

function blocked(id: string, type: string | undefined, why: string, wayOn = ['get', id]): ReconError {
  return new ReconError('in_progress', `the ${typeWord(type)} model of patient ${id} ${why}; nothing was sent`, {
    hint: { command: ['patients', ...wayOn] },
  });
}

export function ruleError(found: Violation[]): ReconError {
  const lines = found.map(({ field, message }) => `${field} ${message}`);
  return new ReconError('rule_broken', lines[0]!, { details: lines.slice(1) });
}
