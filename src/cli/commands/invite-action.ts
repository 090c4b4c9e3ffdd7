import { isLoopback } from '../../system/base-url.ts';
import type { Context } from '../context.ts';
import { printableJson } from '../output/printable.ts';
import { reconstructionType } from '../request/option-values.ts';
import { patientId } from '../request/whom.ts';

export async function makeInvitation(typed: string, options: { type: string }, context: Context): Promise<void> {
  const { streams } = context;
  const type = reconstructionType(options.type);
  const id = await patientId(typed, { change: 'Make a link for' }, context);
  if (context.globals().dryRun) return streams.say(`dry run: would make a link for patient ${id}`);
  const { text, body } = await (await context.client()).createInvitation(id, type);
  const url = body?.invitation_url ?? '';
  const format = await context.outputFormat();
  if (format === 'json' || format === 'ndjson') {
    await streams.write(`${printableJson(text.replaceAll(/[\r\n]+/g, ' ').trim())}\n`);
  } else await streams.answer(url);
  if (isLoopback(new URL(url).hostname)) {
    const before = 'this link opens on this machine only; for one that others can open';
    streams.warn({ before, command: ['serve', '--public-url', 'URL'] });
  }
}
