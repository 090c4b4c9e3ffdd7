import type { Context } from '../../context.ts';
import { printFacts } from '../print-list.ts';

/** A new token: alone, so that a shell can keep it as it comes; in JSON with whose it is. */
export async function printToken(ofWhom: { name: string; label?: string }, token: string, context: Context) {
  const format = await context.outputFormat();
  if (format !== 'json' && format !== 'ndjson') return await context.streams.answer(token);
  await printFacts(
    Object.entries({ ...ofWhom, token }).map(([name, value]) => ({ name, value })),
    context,
  );
}
