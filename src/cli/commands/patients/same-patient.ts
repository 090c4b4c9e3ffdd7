import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import { answerKeyOf, PATIENT_FIELDS } from '../../../contract/patient.ts';
import { MEASURES } from '../../../contract/reconstruction.ts';
import type { Created } from '../../../core/changes/changes.ts';
import { type Draft, viewsOf } from '../../../core/draft.ts';
import { phoneLikeness } from '../../../core/phone.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { fieldOf, fieldText } from '../../output/field-text.ts';
import { whoText } from '../../output/patient-line.ts';
import { flagOf } from '../../request/flags.ts';

/**
 * Most likely the same person, typed in twice. Returns where a person wants another one.
 * @throws ReconError `already_exists` where nobody can be asked, or the answer is no
 */
export async function refuseSamePatient(draft: Draft, { how, id }: Created, context: Context): Promise<void> {
  const like = how === 'alike_there' ? 'who may be the same person' : 'with the same name, email and phone';
  const message = `a patient ${like} is there already`;
  if (context.mayAsk()) {
    const { patient } = (await (await context.client()).getPatient(id)).body ?? {};
    context.streams.note(`${message}: ${whoText(id, patient, context.clock.now())}`);
    if (await (await context.prompt()).confirm('Create another one?')) return;
    throw new ReconError('already_exists', `not created: patient ${id} is there already`, {
      hint: { command: ['patients', 'update', id, ...givenFlags(draft, patient)] },
    });
  }
  throw new ReconError('already_exists', `${message}: ${id}`, {
    hint: { command: ['patients', 'get', id], because: 'or --allow-same to create another one' },
  });
}

/** All that was given and differs, as far as an update takes it. The kept name and number may only be written otherwise. */
function givenFlags({ patient, type, photos, photoFolder, measures }: Draft, there: unknown): string[] {
  const fields = PATIENT_FIELDS.filter((field) => {
    const [given, kept] = [patient[field], fieldText(fieldOf(there, answerKeyOf(field))).trim()];
    if (given === undefined || given === kept || field === 'name') return false;
    return field !== 'phone' || phoneLikeness(given)(kept) === 'other';
  });
  const views = UPDATE_VIEWS.filter((view) => photos[view] !== undefined);
  const isFolder = photoFolder !== undefined && viewsOf({ photos }).every((view) => photoFolder.found.includes(view));
  return [
    ...fields.flatMap((field) => [flagOf(field), patient[field]!]),
    ...(type === undefined ? [] : ['--type', type]),
    ...(isFolder ? ['--photos', photoFolder.path] : views.flatMap((view) => [flagOf(view), photos[view]!])),
    ...MEASURES.flatMap((name) => (measures[name] === undefined ? [] : [flagOf(name), measures[name]])),
  ];
}
