import type { ReconstructionType } from '../../../contract/reconstruction.ts';
import { VIEWS } from '../../../contract/reconstruction.ts';
import { reasonOf } from '../../output/photo-rows.ts';
import type { ReadPhoto } from '../../request/files-to-see.ts';
import type { PhotoLook } from '../../request/look-at-photos.ts';
import type { CheckedSet } from './checked-set.ts';

/** The answer as one object. Places are in px of the upright original, y down; `pupil_left` is the person's left. */
export function jsonOf(type: ReconstructionType, { set, read, needs }: CheckedSet) {
  const inOrder = VIEWS.flatMap((view) => read.filter((one) => one.view === view));
  return {
    type,
    photos: inOrder.map((file) =>
      photoOf(
        file,
        set.photos.find(({ view }) => view === file.view),
      ),
    ),
    set: {
      verdict: read.some((one) => 'problem' in one) ? 'unusable' : set.verdict,
      reasons: set.findings.map(reasonOf),
      codes: set.findings.map(({ reason }) => reason),
      needs: Object.fromEntries(needs.map((one) => [one.provider, one.needs])),
    },
  };
}

function photoOf(file: ReadPhoto, look: PhotoLook | undefined) {
  const { view, path } = file;
  if ('problem' in file) {
    return { view, file: path, verdict: 'unusable', reasons: [file.problem], codes: ['photo_rejected'], landmarks: [] };
  }
  const ratio = look === undefined ? 1 : file.widthPx / look.image.widthPx;
  const px = (value: number) => Math.round(value * ratio * 10) / 10;
  return {
    view,
    file: path,
    verdict: look?.verdict ?? 'unusable',
    reasons: (look?.findings ?? []).map(reasonOf),
    codes: (look?.findings ?? []).map(({ reason }) => reason),
    landmarks: (look?.landmarks ?? []).map(({ name, xPx, yPx, sigmaPx }) => ({
      name,
      x: px(xPx),
      y: px(yPx),
      sigma: px(sigmaPx),
    })),
  };
}
