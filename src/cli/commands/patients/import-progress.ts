import type { ImportWorld } from '../../../core/import/import-options.ts';
import { problemLines } from '../../../core/import/problem-lines.ts';
import { warningLines } from '../../../core/import/warning-lines.ts';
import type { Context } from '../../context.ts';
import { batchLine, batchShow } from '../batch-line.ts';
import { countsText } from './import-summary.ts';

/** A list of thousands may hold as many small photos. */
const WARNINGS_SHOWN = 20;

type Hooks = Required<Pick<ImportWorld, 'onChecking' | 'onChecked' | 'onSending' | 'onFull' | 'onForeseeing'>>;

/** How far an import is. */
export async function showImportProgress(context: Context): Promise<{ hooks: Hooks; stop(): void }> {
  const { clock, streams } = context;
  const live = await context.liveLine();
  let startedAt = clock.monotonic();
  const show = batchShow(live, context);
  return {
    hooks: {
      onChecking: (rows) => show(`checking: ${rows} ${rows === 1 ? 'row' : 'rows'}`),
      onChecked: ({ warnings, stripped, problems, total, faulty, done }) => {
        live.stop();
        for (const line of problemLines(problems)) streams.note(`to be put right: ${line}`);
        tellWarnings(warningLines(warnings, { wouldBe: context.globals().dryRun }), streams);
        if (stripped > 0) streams.say(`not sent, as private: the metadata of ${stripped} photos`);
        const left = total - faulty - done;
        streams.detail(`${total} rows are checked; ${left} are to be sent`);
        startedAt = clock.monotonic();
      },
      onFull: (text) => streams.note(text),
      onForeseeing: (rows, total) => show(`looking who is there: ${rows} of ${total} rows`),
      onSending: (counts, rows) => {
        const total = rows - counts.done_before;
        const progress = { done: total - counts.not_sent, total, elapsedMs: clock.monotonic() - startedAt };
        show(batchLine({ ...progress, what: 'patients', counts: countsText(counts, false) }));
      },
    },
    stop: () => live.stop(),
  };
}

function tellWarnings({ lines, details }: ReturnType<typeof warningLines>, streams: Context['streams']): void {
  for (const warning of lines.slice(0, WARNINGS_SHOWN)) streams.warn(warning);
  for (const warning of [...lines.slice(WARNINGS_SHOWN), ...details]) streams.detail(`warning: ${warning}`);
  const more = lines.length - WARNINGS_SHOWN;
  if (more > 0) streams.warn(`and ${more} more such warnings, which -v shows`);
}
