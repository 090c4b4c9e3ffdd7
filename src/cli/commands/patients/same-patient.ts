import type { PatientAnswer } from '../../../contract/answers.ts';
import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import { answerKeyOf, PATIENT_FIELDS } from '../../../contract/patient.ts';
import { isReconstructionType, MEASURES, VIEWS, type View } from '../../../contract/reconstruction.ts';
import { secondName } from '../../../contract/second-name.ts';
import type { Reply } from '../../../core/answer.ts';
import type { Created } from '../../../core/changes/changes.ts';
import { beforeSending } from '../../../core/changes/unfinished-errors.ts';
import { chosenOf } from '../../../core/chosen-reconstructions.ts';
import { type Draft, listed, viewsOf } from '../../../core/draft.ts';
import { findSharing } from '../../../core/find-person.ts';
import { phoneLikeness } from '../../../core/phone.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { fieldOf, fieldText } from '../../output/field-text.ts';
import { whoText } from '../../output/patient-line.ts';
import { flagOf } from '../../request/flags.ts';
import { KEEPS_WAY, secondRecord, wantedWay } from './second-record.ts';

/**
 * Most likely the same person, typed in twice. Returns where a person wants another one.
 * @throws ReconError `already_exists` where nobody can be asked, or the answer is no
 */
export async function refuseSamePatient(draft: Draft, { how, id }: Created, context: Context): Promise<void> {
  const like = how === 'alike_there' ? 'who may be the same person' : `with the same ${givenText(draft)}`;
  const message = `a patient ${like} is there already`;
  const way = draft.type === undefined ? undefined : wantedWay(draft);
  if (context.mayAsk()) {
    const reply = await (await context.client()).getPatient(id);
    const { patient } = reply.body ?? {};
    context.streams.note(`${message}: ${whoText(id, patient, context.clock.now())}`);
    const isOther = way !== undefined && isMadeOtherwise(reply, draft);
    const { name } = draft.patient;
    if (isOther) {
      const apart = name === undefined ? '' : `, told apart by a name such as ${secondName(name, way.name)}`;
      context.streams.note(`${KEEPS_WAY}; for one made as ${way.title} it needs another record${apart}`);
    }
    if (await (await context.prompt()).confirm('Create another one?')) return;
    if (isOther) {
      const rest = givenFlags(draft, undefined, VIEWS);
      const { make, remove } = secondRecord(way, { ...(name !== undefined && { name }), rest });
      throw new ReconError('already_exists', `not created: patient ${id} is there already`, {
        details: [remove],
        hint: make,
      });
    }
    throw new ReconError('already_exists', `not created: patient ${id} is there already`, {
      hint: { command: ['patients', 'update', id, ...givenFlags(draft, patient)] },
    });
  }
  const second = way && secondRecord(way);
  throw new ReconError('already_exists', `${message}: ${id}`, {
    details: second === undefined ? [] : [KEEPS_WAY, second.make, second.remove],
    hint: { command: ['patients', 'get', id], because: 'or --allow-same to create another one' },
  });
}

/** It has a model of this type, and not made in this way as far as the service tells. */
function isMadeOtherwise(reply: Reply<PatientAnswer>, { type, provider }: Draft): boolean {
  if (!isReconstructionType(type) || chosenOf(reply, type).length === 0) return false;
  return reply.modelProviders?.[type] !== provider;
}

/** More lines hide what comes next. */
const MOST_SHARING = 3;

/**
 * Tells a person of namesakes, and of those with the same number or address, who are most likely others. A name that is
 * another one by a letter only is asked about, as `refuseSamePatient` does.
 * @returns whether a person was asked, and wants another one
 */
export async function tellSharing(draft: Draft, context: Context): Promise<boolean> {
  const { streams, clock } = context;
  const live = await context.liveLine();
  const tick = (read: number, total: number) => live.tick(`looking through the patients, ${read} of ${total}`);
  const client = await context.client();
  const found = await beforeSending(() => findSharing(client, draft.patient, tick))
    // Nothing is stopped for what is only told.
    .catch((error) => {
      if (error instanceof ReconError && error.code === 'unavailable') return [];
      throw error;
    })
    .finally(() => live.stop());
  const slip = found.find(({ isSlip }) => isSlip);
  if (slip !== undefined) {
    await refuseSamePatient(draft, { how: 'alike_there', id: slip.id }, context);
    return true;
  }
  for (const { id, patient, shared } of found.slice(0, MOST_SHARING)) {
    const who = whoText(id, patient, clock.now());
    streams.note(`another patient with this ${shared} is there: ${who}`);
  }
  const more = found.length - MOST_SHARING;
  if (more > 0) streams.note(`and ${more} more with this name, phone number or e-mail address`);
  return false;
}

/** `name and phone`: what was given of the three that are the same. */
const givenText = ({ patient }: Draft) =>
  listed((['name', 'email', 'phone'] as const).filter((field) => Boolean(patient[field])));

/**
 * All that was given and differs, but for the name; of the photos those that are `taken`, as by an update if left out. The
 * kept name and number may only be written otherwise.
 */
function givenFlags(
  { patient, type, photos, photoFolder, measures }: Draft,
  there: unknown,
  taken: readonly View[] = UPDATE_VIEWS,
): string[] {
  const fields = PATIENT_FIELDS.filter((field) => {
    const [given, kept] = [patient[field], fieldText(fieldOf(there, answerKeyOf(field))).trim()];
    if (given === undefined || given === kept || field === 'name') return false;
    return field !== 'phone' || phoneLikeness(given)(kept) === 'other';
  });
  const views = taken.filter((view) => photos[view] !== undefined);
  const isFolder = photoFolder !== undefined && viewsOf({ photos }).every((view) => photoFolder.found.includes(view));
  return [
    ...fields.flatMap((field) => [flagOf(field), patient[field]!]),
    ...(type === undefined ? [] : ['--type', type]),
    ...(isFolder ? ['--photos', photoFolder.path] : views.flatMap((view) => [flagOf(view), photos[view]!])),
    ...MEASURES.flatMap((name) => (measures[name] === undefined ? [] : [flagOf(name), measures[name]])),
  ];
}
