import { type ReconstructionType, VIEWS } from '../../../contract/reconstruction.ts';
import { reasonOf } from '../../output/photo-rows.ts';
import type { CheckedSet } from './checked-set.ts';

/** The answer as one object. `codes` are the reasons by their names. */
export function jsonOf(type: ReconstructionType, { verdict, findings, photos, needs }: CheckedSet) {
  const told = (list: CheckedSet['findings']) => ({
    reasons: list.map(reasonOf),
    codes: list.map(({ reason }) => reason),
  });
  return {
    type,
    photos: VIEWS.flatMap((view) => photos.filter((photo) => photo.view === view)).map((photo) => ({
      view: photo.view,
      file: photo.path,
      verdict: photo.verdict,
      ...told(photo.findings),
      remarks: photo.remarks,
      landmarks: photo.landmarks,
    })),
    set: { verdict, ...told(findings), needs: Object.fromEntries(needs.map((one) => [one.provider, one.needs])) },
  };
}
