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

/** The command does not know the address of the service as other computers see it; whoever started it does. */
export const sayWhereToLogIn = async (context: Context): Promise<void> =>
  await context.sayNext({
    command: ['login', '--base-url', 'URL'],
    because: 'on the computer that will use the token; URL is the address that its start told for other machines',
  });
