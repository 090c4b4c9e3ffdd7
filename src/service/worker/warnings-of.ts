import { PHOTO_WARNINGS, type PhotoWarning, type SetWarnings } from '../../contract/patient-page.ts';
import type { Finding, SetLook } from '../../engine/look.ts';

/** A look as the patient's page is told of it: names for its words. */
export function warningsOf({ photos, findings }: Pick<SetLook, 'photos' | 'findings'>): SetWarnings {
  const ofPhotos = photos.map((photo) => [photo.view, namesOf(photo.findings)] as const);
  const told = new Set(ofPhotos.flatMap(([, names]) => names));
  return { photos: Object.fromEntries(ofPhotos), together: namesOf(findings).filter((name) => !told.has(name)) };
}

const namesOf = (findings: readonly Finding[]): PhotoWarning[] =>
  PHOTO_WARNINGS.filter((warning) => findings.some(({ reason }) => reason === warning));
