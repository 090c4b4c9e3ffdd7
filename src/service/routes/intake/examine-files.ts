import { reconstructionFormField } from '../../../contract/fields.ts';
import { VIEWS, type View } from '../../../contract/reconstruction.ts';
import type { PhotoFault } from '../../../photo/examine.ts';
import type { StagedPhoto } from '../../domain/files.ts';
import type { FieldProblem } from '../../domain/refusal.ts';
import type { ReceivedFile } from './fields.ts';

export interface ExaminedFiles {
  /** The photos that passed the check. */
  photos: StagedPhoto[];
  /** The views that a file was sent for, good or not. */
  givenViews: View[];
  /** Of the photos that passed; equal if the pixels are equal. */
  pictureHashes: Map<View, string>;
  problems: FieldProblem[];
  /** Of the photos that did not pass. */
  faults: PhotoFault[];
}

/** What the checks of `src/photo` found in each file, and which views have the same picture as another one. */
export async function examineFiles(files: readonly ReceivedFile[]): Promise<ExaminedFiles> {
  const examined: ExaminedFiles = { photos: [], givenViews: [], pictureHashes: new Map(), problems: [], faults: [] };
  const seen = new Map<string, string>();
  for (const { field, path, sizeBytes, sha256, examination } of files) {
    const view = VIEWS.find((one) => reconstructionFormField(one) === field);
    if (view === undefined) continue;
    examined.givenViews.push(view);
    const verdict = await examination;
    if (!verdict.ok) {
      examined.problems.push({ field, message: verdict.problem });
      examined.faults.push(verdict.fault);
      continue;
    }
    const twin = seen.get(verdict.facts.pictureHash);
    if (twin !== undefined) examined.problems.push({ field, message: `is the same picture as ${twin}` });
    else seen.set(verdict.facts.pictureHash, field);
    examined.pictureHashes.set(view, verdict.facts.pictureHash);
    examined.photos.push({ view, path, sizeBytes, sha256, mime: verdict.facts.mime });
  }
  return examined;
}
