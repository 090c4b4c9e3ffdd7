import type { PatientAnswer } from '../../../contract/answers.ts';
import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import { answerKeyOf, type PatientField, type SizeField } from '../../../contract/patient.ts';
import { type ReconstructionType, shortTypeOf, type View } from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { type Draft, listed, viewsOf } from '../../../core/draft.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { fieldOf, fieldText, itemsOf } from '../../output/field-text.ts';
import { modelState } from '../../output/model-state.ts';
import { whoText } from '../../output/patient-line.ts';
import { viewName } from '../../output/photo-rows.ts';

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

/** The views that an update keeps in a model: what is not new, as far as the service tells it. */
const keptIn = (draft: Draft, type: ReconstructionType | undefined, before: Reply<PatientAnswer>): View[] =>
  ((type && before.modelPhotos?.[type]) ?? UPDATE_VIEWS).filter((view) => draft.photos[view] === undefined);

/** Three new photos may be of somebody else, and a model is made of them and of those that an update cannot replace. */
export function tellOldPhotos(
  draft: Draft,
  type: ReconstructionType | undefined,
  before: Reply<PatientAnswer> | undefined,
  { streams }: Context,
): void {
  const old = before === undefined ? [] : keptIn(draft, type, before);
  if (old.length === 0 || UPDATE_VIEWS.some((view) => draft.photos[view] === undefined)) return;
  const earlier = `the earlier photos ${listed(old.map(viewName))} stay in this model, since an update cannot replace them`;
  const id = fieldText(fieldOf(before?.body?.patient, 'id'));
  // What is sent by a link is a set of its own.
  streams.warn({
    before: `${earlier}; a link makes it of new photos alone`,
    command: ['invite', id, ...(type === undefined ? [] : ['--type', type]), '--open'],
  });
}

/**
 * Shows whose ready model new photos are to replace, and asks; the first answer is no. One that failed has nothing to lose.
 * @throws ReconError `interrupted` where the answer is no
 */
export async function confirmReplaced(
  id: string,
  draft: Draft,
  type: ReconstructionType | undefined,
  before: Reply<PatientAnswer>,
  { streams, prompt, clock }: Context,
): Promise<void> {
  const patient = before.body?.patient;
  const models = itemsOf(fieldOf(patient, 'reconstructions'));
  const model = models.find((one) => shortTypeOf(fieldOf(one, 'type')) === type);
  if (model === undefined || modelState(model, clock.now()).kind !== 'ready') return;
  streams.note(`to make anew, with the new photos: the ${type} model of ${whoText(id, patient, clock.now())}`);
  const kept = keptIn(draft, type, before).map(viewName);
  const [verb, them] = viewsOf(draft).length === 1 ? ['Does the new photo', 'it'] : ['Do the new photos', 'them'];
  const isSame = await (await prompt()).choose(
    `${verb} show ${fieldText(fieldOf(patient, 'name')).trim() || 'this patient'}?`,
    [
      {
        value: false,
        name: 'no, or not sure: nothing is sent, and the model stays as it is',
        short: 'no, send nothing',
      },
      {
        value: true,
        name: `yes: make the model anew, of ${them}${kept.length === 0 ? '' : ` and the earlier ${listed(kept)}`}`,
        short: 'yes, make the model anew',
      },
    ],
  );
  if (isSame) return;
  throw new ReconError('interrupted', 'nothing was sent, and the model stays as it is', {
    hint: {
      before: 'photos of somebody else need a patient of their own',
      command: ['patients', 'create', ...(type === undefined ? [] : ['--type', type])],
    },
  });
}
