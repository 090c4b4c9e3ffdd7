import { requirements } from '../../../contract/photo-rules.ts';
import { providersOf } from '../../../contract/providers.ts';
import type { MeasureName, ReconstructionType, View } from '../../../contract/reconstruction.ts';
import { viewName } from '../../../contract/view-name.ts';
import type { Draft } from '../../../core/draft.ts';
import { SMALL_REMEDY, wideWarning } from '../../../core/photo-check.ts';
import type { ReadPhoto } from '../../look/files-to-see.ts';
import type { PhotoLook, SetLook, Verdict } from '../../look/look-at-photos.ts';
import type { ToldFinding } from '../../output/photo-rows.ts';

/** A photo as it is told. */
export interface ToldPhoto {
  view: View;
  path: string;
  verdict: Verdict;
  findings: readonly ToldFinding[];
  /** What is said of the file all the same; predicates, as "is 800×1000; …". */
  remarks: readonly string[];
  /** Px of the upright original, y down. */
  landmarks: readonly { name: string; x: number; y: number; sigma: number }[];
}

export interface CheckedSet {
  /** Of the photos and of what they are together. */
  verdict: Verdict;
  /** About several photos together. */
  findings: readonly ToldFinding[];
  photos: readonly ToldPhoto[];
  needs: readonly ProviderNeeds[];
  look: SetLook;
}

/** What a provider still needs: photos and measures that are not given. */
export interface ProviderNeeds {
  provider: number;
  name: string;
  needs: readonly (View | MeasureName)[];
}

export function settled(look: SetLook, read: readonly ReadPhoto[], draft: Draft): CheckedSet {
  const photos = read.map((one) => {
    const seen = look.photos.find(({ view }) => view === one.view);
    return toldPhoto(one, seen, read, look.photos);
  });
  const isUnusable = photos.some(({ verdict }) => verdict === 'unusable');
  const verdict = isUnusable ? 'unusable' : look.verdict;
  return { verdict, findings: look.findings, photos, needs: needsOf(draft.type as ReconstructionType, draft), look };
}

/** What a look told of a photo; without a look, what is wrong with the file. */
function toldPhoto(
  file: ReadPhoto,
  look: PhotoLook | undefined,
  read: readonly ReadPhoto[],
  looks: readonly PhotoLook[],
): ToldPhoto {
  return withTwin(toldAlone(file, look), file, read, looks);
}

function toldAlone(file: ReadPhoto, look: PhotoLook | undefined): ToldPhoto {
  const { view, path } = file;
  if ('problem' in file) {
    const sentence = `the file ${file.problem.replace(`; ${SMALL_REMEDY}`, '')}`;
    const finding = { reason: file.isSmall ? 'blurred' : 'photo_rejected', sentence };
    const hint = file.isSmall ? SMALL_REMEDY : 'give another file';
    return { view, path, verdict: 'unusable', findings: [{ ...finding, hint }], remarks: [], landmarks: [] };
  }
  const { verdict = 'unusable', findings = [], landmarks = [], image } = look ?? {};
  const px = (value: number) => Math.round((value * 10 * file.widthPx) / (image?.widthPx ?? 1)) / 10;
  const places = landmarks.map(({ name, xPx, yPx, sigmaPx }) => ({ name, x: px(xPx), y: px(yPx), sigma: px(sigmaPx) }));
  // Where the look has seen that it lies on its side, its size tells nothing more.
  const isLying = findings.some(({ reason }) => reason === 'lies_on_its_side');
  const remarks = file.warnings.filter((warning) => !isLying || warning !== wideWarning(file));
  return { view, path, verdict, findings, remarks, landmarks: places };
}

/** The same picture for two views is refused by a create, whatever it shows. */
function withTwin(told: ToldPhoto, own: ReadPhoto, read: readonly ReadPhoto[], looks: readonly PhotoLook[]): ToldPhoto {
  const earlier = read.slice(0, read.indexOf(own));
  const twin = earlier.find(
    (one) => 'pictureHash' in own && 'pictureHash' in one && one.pictureHash === own.pictureHash,
  );
  if (twin === undefined) return told;
  // The picture shows this view, and not the other one, which is told so.
  const isOther = looks.some(({ view, verdict }) => view === twin.view && verdict === 'unusable');
  if (isOther && told.verdict !== 'unusable') return told;
  const sentence = `this is the same picture as the one given as ${viewName(twin.view)}`;
  const finding = { reason: 'wrong_view', sentence, hint: 'give each view its own photo' };
  return { ...told, verdict: 'unusable', findings: [...told.findings, finding] };
}

function needsOf(type: ReconstructionType, { provider, photos, measures }: Draft): ProviderNeeds[] {
  const given: readonly string[] = [...Object.keys(photos), ...Object.keys(measures)];
  return providersOf(type)
    .filter(({ number }) => provider === undefined || provider === String(number))
    .map(({ number, name }) => ({
      provider: number,
      name,
      needs: requirements(type, String(number)).filter((need) => !given.includes(need)),
    }));
}
