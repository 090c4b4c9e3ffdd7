import { readFile } from 'node:fs/promises';
import { reconstructionFormField } from '../../../contract/fields.ts';
import { VIEWS, type View } from '../../../contract/reconstruction.ts';
import { examinePhoto } from '../../../photo/examine.ts';
import type { StagedPhoto } from '../../domain/files.ts';
import type { FieldProblem } from '../../domain/refusal.ts';
import type { Turns } from '../../turns.ts';
import type { ReceivedFile } from './receive-form.ts';

export interface ExaminedFiles {
  photos: StagedPhoto[];
  givenViews: View[];
  problems: FieldProblem[];
}

/** The checks of `src/photo` on each file, one in memory at a time, and none twice for two views. */
export async function examineFiles(files: readonly ReceivedFile[], turns: Turns): Promise<ExaminedFiles> {
  const examined: ExaminedFiles = { photos: [], givenViews: [], problems: [] };
  const seen = new Map<string, string>();
  for (const { field, path, sizeBytes, sha256 } of files) {
    const view = VIEWS.find((one) => reconstructionFormField(one) === field);
    if (view === undefined) continue;
    examined.givenViews.push(view);
    const verdict = await turns(async () => examinePhoto(await readFile(path)));
    if (!verdict.ok) {
      examined.problems.push({ field, message: verdict.problem });
      continue;
    }
    const twin = seen.get(verdict.facts.pictureHash);
    if (twin !== undefined) examined.problems.push({ field, message: `is the same picture as ${twin}` });
    else seen.set(verdict.facts.pictureHash, field);
    examined.photos.push({ view, path, sizeBytes, sha256, mime: verdict.facts.mime });
  }
  return examined;
}
