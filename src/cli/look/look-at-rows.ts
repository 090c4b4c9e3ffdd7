import { isReconstructionType } from '../../contract/reconstruction.ts';
import { viewName } from '../../contract/view-name.ts';
import type { RowToSee } from '../../core/import/check-row.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { reasonOf } from '../output/photo-rows.ts';
import { filesToSee } from './files-to-see.ts';
import { lookAtPhotos } from './look-at-photos.ts';
import { photosOfOthers } from './photos-of-others.ts';

/** The look at the photos of an import's rows, `--photo-check`. What is wrong is warned of with the row's place. */
export function lookAtRows(context: Context) {
  const { streams, signal } = context;
  let told = 0;
  return {
    lookAt: async ({ place, draft, files, photos }: RowToSee): Promise<void> => {
      if (!isReconstructionType(draft.type)) return;
      const others = await photosOfOthers(photos, { person: draft.patient }, context);
      for (const { finding } of others) streams.warn(`${place}: ${finding.sentence}`);
      const toSee = filesToSee(files, signal, () => {});
      const set = await lookAtPhotos(draft.type, toSee, draft, { onStep: () => {} }, context).catch(
        (error: unknown) => {
          if (signal.aborted) throw error;
          streams.detail(
            `${place}: its photos could not be looked at: ${error instanceof Error ? error.message : error}`,
          );
        },
      );
      const isUsable = set === undefined || set.verdict === 'usable';
      if (others.length > 0 || !isUsable) told++;
      if (isUsable) return;
      for (const { view, verdict, findings } of set.photos) {
        for (const one of findings) streams.warn(`${place}: ${viewName(view)} ${verdict}: ${reasonOf(one)}`);
      }
      for (const one of set.findings) streams.warn(`${place}: together ${set.verdict}: ${reasonOf(one)}`);
    },
    /** @throws ReconError `declined` where somebody can be asked, is, and says no */
    askWhetherToGoOn: async (): Promise<void> => {
      if (told === 0 || !context.mayAsk() || context.globals().dryRun) return;
      const whose = told === 1 ? '1 patient' : `${told} patients`;
      if (await (await context.prompt()).confirm(`Send the photos of ${whose} anyway?`)) return;
      throw new ReconError('declined', 'nothing was sent');
    },
  };
}
