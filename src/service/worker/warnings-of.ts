import { PHOTO_WARNINGS, type PhotoWarning, type SetWarnings } from '../../contract/patient-page.ts';
import { type Finding, type PhotoLook, type SetLook, worst } from '../../engine/look.ts';

/** A look as the patient's page is told of it: names for its words. */
export function warningsOf({ photos, findings, verdict }: SetLook): SetWarnings {
  const ofPhotos = photos.map((photo) => [photo.view, namesOf(photo.findings)] as const);
  const told = new Set(ofPhotos.flatMap(([, names]) => names));
  return {
    photos: Object.fromEntries(ofPhotos),
    together: namesOf(findings).filter((name) => !told.has(name)),
    unusable: photos.filter((photo) => photo.verdict === 'unusable').map(({ view }) => view),
    isUnusable: verdict === 'unusable',
  };
}

/** The same of photos that were not looked at together. */
export const warningsOfEach = (photos: readonly PhotoLook[]): SetWarnings =>
  warningsOf({ photos, findings: [], verdict: worst(photos.map(({ verdict }) => verdict)) });

const namesOf = (findings: readonly Finding[]): PhotoWarning[] =>
  PHOTO_WARNINGS.filter((warning) => findings.some(({ reason }) => reason === warning));
