import type { Received } from '../../../contract/answers.ts';
import type { Patient } from '../../../contract/patient.ts';
import { failureReasons } from '../../../core/failure-reason.ts';
import { watchList } from '../../../core/list-watch.ts';
import { newestFirst } from '../../../core/newest-first.ts';
import type { Context } from '../../context.ts';
import { glanceTable } from '../../output/glance-table.ts';
import { modelStates } from '../../output/model-state.ts';

/** The list shows more. */
const MOST_ROWS = 15;

/** Which models failed or are being made, for a person at a terminal: all patients are read for it. */
export async function showWork(context: Context): Promise<void> {
  const { streams, clock } = context;
  const client = await context.client();
  const live = await context.liveLine();
  const watch = watchList();
  const counts = { failed: 0, going: 0 };
  const rows: Received<Patient>[] = [];
  let now = clock.now();
  try {
    for await (const reply of newestFirst(client, {})) {
      now = reply.answeredAt ?? clock.now();
      for (const patient of watch.fresh(reply)) {
        const kinds = modelStates(patient, now).map(({ kind }) => kind);
        if (kinds.includes('failed')) counts.failed += 1;
        if (kinds.includes('going')) counts.going += 1;
        if (rows.length < MOST_ROWS && (kinds.includes('failed') || kinds.includes('going'))) rows.push(patient);
      }
      live.tick(`looking through the patients, ${watch.count()} of ${reply.body?.meta?.total_entries ?? 'some'}`);
    }
  } finally {
    live.stop();
  }
  const theme = await context.theme('stdout');
  const draw = glanceTable({ width: streams.columns(), theme, fields: undefined });
  const reasons = await failureReasons(client, clock)(rows);
  const sentence = `\nof ${watch.count()} patients ${counts.failed} with a failed model, ${counts.going} with one being made\n`;
  await streams.write(sentence + (await draw(rows, { now, reasons })));
}
