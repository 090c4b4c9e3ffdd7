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
  const now = { done: 0, total: 0, failed: 0, bytes: 0 };
  const show = batchShow(live, context);
  live.state('reading the patients');
  return {
    hooks: {
      onPatients: (count) => show(`reading the patients: ${count}`),
      onChange: (why) => streams.say(`the list changed while it was being read (${why}); reading it again`),
      onRecords: (_patients, archives) => {
        startedAt = clock.monotonic();
        now.total = archives;
        if (archives > 0) live.state(`going through ${archives === 1 ? '1 archive' : `${archives} archives`}`);
      },
      onArchive: ({ state, receivedBytes }) => {
        now.done += 1;
        now.bytes += receivedBytes;
        if (state === 'failed') now.failed += 1;
        const counts = [byteSizeText(now.bytes), ...(now.failed > 0 ? [`${now.failed} failed`] : [])];
        show(batchLine({ ...now, elapsedMs: clock.monotonic() - startedAt, what: 'archives', counts }));
      },
    },
    stop: () => live.stop(),
  };
}
