import type { PatientAnswer } from '../../../contract/answers.ts';
import { answerKeyOf, type PatientField, type SizeField } from '../../../contract/patient.ts';
import { shortTypeOf } from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { type Draft, listed, viewsOf } from '../../../core/draft.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { fieldOf, fieldText, itemsOf } from '../../output/field-text.ts';
import { modelState } from '../../output/model-state.ts';
import { whoText } from '../../output/patient-line.ts';

/** The values that an update takes away for good. */
export interface Losses {
  /** Emptied by an empty value. */
  fields: (PatientField | SizeField)[];
  /** The type whose model is made anew although nothing new is given to make it of. */
  remade: string | undefined;
}

export function lossesOf({ patient, size, type, measures, ...draft }: Draft): Losses {
  const values = { ...patient, ...size };
  const fields = (Object.keys(values) as Losses['fields']).filter((field) => values[field] === '');
  const isTypeAlone =
    viewsOf(draft).length === 0 && draft.photoFolder === undefined && Object.keys(measures).length === 0;
  return { fields, remade: isTypeAlone ? type : undefined };
}

/** Whole sentences that refuse the losses where nobody can be asked. */
export function needsYes({ fields, remade }: Losses): string[] {
  const doing = [
    ...(fields.length === 0 ? [] : [`erase ${listed(fields)}`]),
    ...(remade === undefined ? [] : [`make the ${remade} model anew, of the photos it has,`]),
  ];
  return doing.map((what) => `to ${what} without being asked, --yes is needed`);
}

/**
 * Shows what is there and would be lost, and asks; default no. What is empty already is no loss.
 * @throws ReconError `interrupted` where the answer is no
 */
export async function confirmLosses(
  id: string,
  { fields, remade }: Losses,
  before: Reply<PatientAnswer>,
  { streams, prompt, clock }: Context,
): Promise<void> {
  const patient = before.body?.patient;
  const there = fields.flatMap((field) => {
    const value = fieldOf(patient, answerKeyOf(field));
    // A service may leave out what it has.
    if (value === undefined) return [field];
    const text = fieldText(value);
    return text === '' ? [] : [`${field} (${text})`];
  });
  if (there.length > 0) streams.note(`would empty these fields of patient ${id}: ${there.join(', ')}`);
  if (remade !== undefined) {
    const models = itemsOf(fieldOf(patient, 'reconstructions'));
    const model = models.find((one) => shortTypeOf(fieldOf(one, 'type')) === remade);
    const now = model === undefined ? '' : `; that model is ${modelState(model, clock.now()).word}`;
    streams.note(`would make the ${remade} model of patient ${id} anew, of the photos it has${now}`);
  }
  if (there.length === 0 && remade === undefined) return;
  if (await (await prompt()).confirm('Do it? This cannot be undone.')) return;
  throw new ReconError('interrupted', 'nothing was done');
}

/**
 * Shows whose ready model new photos are to replace, and asks; default no. One that failed has nothing to lose.
 * @throws ReconError `interrupted` where the answer is no
 */
export async function confirmReplaced(
  id: string,
  type: string | undefined,
  before: Reply<PatientAnswer>,
  { streams, prompt, clock }: Context,
): Promise<void> {
  const patient = before.body?.patient;
  const models = itemsOf(fieldOf(patient, 'reconstructions'));
  const model = models.find((one) => shortTypeOf(fieldOf(one, 'type')) === type);
  if (model === undefined || modelState(model, clock.now()).kind !== 'ready') return;
  streams.note(`to make anew, with the new photos: the ${type} model of ${whoText(id, patient, clock.now())}`);
  if (await (await prompt()).confirm('Are these photos of the same person, and is the model to be made anew?')) return;
  throw new ReconError('interrupted', 'nothing was done');
}
