import type { ExportHooks } from '../../../core/export/request.ts';
import { byteSizeText } from '../../../system/byte-size.ts';
import type { Context } from '../../context.ts';
import { batchLine, batchShow } from '../batch-line.ts';

type Shown = Pick<ExportHooks, 'onPatients' | 'onChange' | 'onRecords' | 'onArchive'>;

/** How far an export is. */
export async function showExportProgress(context: Context): Promise<{ hooks: Shown; stop(): void }> {
  const { clock, streams } = context;
  const live = await context.liveLine();
  let startedAt = clock.monotonic();
  let what = 'archives';
  const now = { done: 0, total: 0, failed: 0, bytes: 0 };
  const show = batchShow(live, context);
  live.state('reading the patients');
  return {
    hooks: {
      onPatients: (count) => show(`reading the patients: ${count}`),
      onChange: (why) => streams.say(`the list changed while it was being read (${why}); reading it again`),
      onRecords: ({ archives, photos }) => {
        startedAt = clock.monotonic();
        now.total = archives + photos;
        what = photos === 0 ? 'archives' : 'archives and photos';
        const parts = [
          ...(archives > 0 ? [archives === 1 ? '1 archive' : `${archives} archives`] : []),
          ...(photos > 0 ? [photos === 1 ? '1 photo' : `${photos} photos`] : []),
        ];
        if (parts.length > 0) live.state(`going through ${parts.join(' and ')}`);
      },
      onArchive: ({ state, receivedBytes }) => {
        now.done += 1;
        now.bytes += receivedBytes;
        if (state === 'failed') now.failed += 1;
        const counts = [byteSizeText(now.bytes), ...(now.failed > 0 ? [`${now.failed} failed`] : [])];
        show(batchLine({ ...now, elapsedMs: clock.monotonic() - startedAt, what, counts }));
      },
    },
    stop: () => live.stop(),
  };
}
