import type { Received } from '../../contract/answers.ts';
import type { Patient, PatientInput } from '../../contract/patient.ts';
import type { ReconstructionInput } from '../form.ts';
import type { Plan } from '../journal/entry.ts';
import type { Mark } from '../journal/marks.ts';
import type { StoredChange } from '../journal/stored-change.ts';
import type { PreparedPhoto } from '../photos.ts';
import { naturalKeyOf, writtenKeyOf } from '../same-person.ts';
import type { Run } from './run.ts';

/** The facts of a change that stand in a journal's line. */
export function planOf(change: StoredChange, row: string | undefined, run: Run): Plan {
  const { mark } = run.journal;
  const sent = { request: requestMark(mark, change), ...photoMarks(change, run), row };
  if (change.deed === 'create') return { deed: 'create', subject: personMarks(change.patient, run)[0], ...sent };
  return { deed: change.deed, patient: change.id, subject: mark('patient', run.service, change.id), ...sent };
}

function photoMarks(change: StoredChange, run: Run): Pick<Plan, 'photos'> {
  const photos = 'reconstruction' in change ? (change.reconstruction?.photos ?? []) : [];
  return photos.length === 0 ? {} : { photos: photos.map((photo) => photoMark(photo, run)) };
}

/** Equal for the same bytes, whatever view they were given for. */
export const photoMark = ({ sha256 }: Pick<PreparedPhoto, 'sha256'>, { journal }: Pick<Run, 'journal'>): string =>
  journal.mark('photo', sha256);

/**
 * The marks under which creates of the same person may be open: today's, and those of version 0.18 and earlier, to which
 * `Silva, Ana` and `Ana Silva` were two people. `alsoNamed` is the name in another order, where it may be kept so.
 */
export function personMarks(
  patient: Received<Patient> | PatientInput,
  { journal, service }: Pick<Run, 'journal' | 'service'>,
  alsoNamed?: string,
): string[] {
  const written = [patient, ...(alsoNamed === undefined ? [] : [{ ...patient, name: alsoNamed }])].map(writtenKeyOf);
  const keys = new Set([naturalKeyOf(patient), ...written]);
  return [...keys].flatMap((key) => (key === undefined ? [] : journal.mark('person', service, key)));
}

/** Equal for two requests that would make the same change. */
function requestMark(mark: Mark, change: StoredChange): string {
  const { id, patient, reconstruction, targetSurgeonId } = { ...NOTHING, ...change };
  const model: ReconstructionInput | undefined = reconstruction;
  const photos = (model?.photos ?? []).map(({ view, sha256 }) => [view, sha256]).sort();
  return mark(
    ...['request', change.deed, id, sorted(patient), model?.type, model?.provider],
    ...[sorted(model?.measures), photos, targetSurgeonId],
    // Marks of changes that older versions know stay as they are.
    ...(change.deed === 'accept' ? [change.type, change.isAccepted] : []),
    ...(change.deed === 'update' && change.size !== undefined ? [sorted(change.size)] : []),
  );
}

const NOTHING = { id: undefined, patient: undefined, reconstruction: undefined, targetSurgeonId: undefined };
const sorted = (record: object | undefined) => Object.entries(record ?? {}).sort();
