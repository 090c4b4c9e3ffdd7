import type { PatientInput } from '../../contract/patient.ts';
import type { View } from '../../contract/reconstruction.ts';
import { personAndFirst } from '../../contract/second-name.ts';
import type { PreparedPhoto } from '../photos.ts';
import { personMarks, photoMark } from './change-marks.ts';
import type { Run } from './run.ts';

/** Photos that were sent for another patient before. */
export interface SentBefore {
  patient: string;
  /** The views for which they are given now. */
  views: View[];
  /** When they were sent, epoch ms. */
  at: number;
}

/** What a photo is known by, and what it is given for. */
export type GivenPhoto = Pick<PreparedPhoto, 'view' | 'sha256'>;

/** Whom photos are given for: a patient who is there, or one who is to be created. */
export type Given = { id: string } | { person: PatientInput };

/**
 * The patients for whom these photos were sent from this computer, with the same token, the latest first: a photo may be
 * told of several of them. None where it was sent for the one whom it is given for too, also in a first record.
 */
export async function sentBefore(photos: readonly GivenPhoto[], given: Given, run: Run): Promise<SentBefore[]> {
  const own = 'person' in given ? personAndFirst(given.person).flatMap((person) => personMarks(person, run)) : [];
  const isOwn = (one: { patient: string; subject: string | undefined }) =>
    'id' in given ? one.patient === given.id : one.subject !== undefined && own.includes(one.subject);
  const found = new Map<string, SentBefore>();
  for (const photo of photos) {
    const known = await run.journal.sentBefore(photoMark(photo, run));
    if (known.some(isOwn)) continue;
    for (const { patient, at } of known) {
      const before = found.get(patient) ?? { patient, views: [], at };
      found.set(patient, { patient, views: [...before.views, photo.view], at: Math.max(at, before.at) });
    }
  }
  return [...found.values()].sort((one, other) => other.at - one.at);
}
