import { readFile } from 'node:fs/promises';
import { reconstructionFormField } from '../../../contract/fields.ts';
import { VIEWS, type View } from '../../../contract/reconstruction.ts';
import { type Examined, examinePhoto } from '../../../photo/examine.ts';
import type { StagedPhoto } from '../../domain/files.ts';
import type { FieldProblem } from '../../domain/refusal.ts';
import { LIMITS } from '../../request-limits.ts';
import type { Turns } from '../../turns.ts';
import type { ReceivedFile } from './fields.ts';

export interface ExaminedFiles {
  /** The photos that passed the check. */
  photos: StagedPhoto[];
  /** The views that a file was sent for, good or not. */
  givenViews: View[];
  problems: FieldProblem[];
}

/**
 * Runs the checks of `src/photo` on each file, with one file in memory at a time, and checks that no two views have the
 * same picture.
 */
export async function examineFiles(
  files: readonly ReceivedFile[],
  accountId: number,
  turns: Turns,
): Promise<ExaminedFiles> {
  const examined: ExaminedFiles = { photos: [], givenViews: [], problems: [] };
  const seen = new Map<string, string>();
  for (const { field, path, sizeBytes, sha256 } of files) {
    const view = VIEWS.find((one) => reconstructionFormField(one) === field);
    if (view === undefined) continue;
    examined.givenViews.push(view);
    const verdict = await examineInTime(path, accountId, turns);
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

/**
 * Refuses a photo after `limitMs`. The decoder cannot be stopped, so the turn is held until it ends: its memory is in
 * use until then.
 */
export function examineInTime(
  path: string,
  accountId: number,
  turns: Turns,
  limitMs: number = LIMITS.examinationMs,
): Promise<Examined> {
  return new Promise((resolve, reject) => {
    const problem = `takes more than ${limitMs / 1000} s to decode; save it smaller`;
    const work = async () => {
      const timer = setTimeout(() => resolve({ ok: false, problem }), limitMs);
      try {
        return await examinePhoto(await readFile(path));
      } finally {
        clearTimeout(timer);
      }
    };
    turns(accountId, work).then(resolve, reject);
  });
}
