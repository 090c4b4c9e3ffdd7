import { letsOthersRead } from '../../../system/lets-others-read.ts';
import type { Context } from '../../context.ts';
import { printFacts } from '../print-list.ts';

interface NewToken {
  /** As in "This is the access token of dr-silva; it is shown only now". */
  sentence: string;
  ofWhom: { name: string; label?: string };
  token: string;
}

/**
 * A new token: alone, so that a shell can keep it as it comes; in JSON with whose it is. Where it goes to a file, that is
 * said, and whether others can read it there.
 */
export async function printToken({ sentence, ofWhom, token }: NewToken, context: Context): Promise<void> {
  const { streams } = context;
  const file = streams.stdoutFile();
  streams.say(file === undefined ? `${sentence}; it is shown only now:` : `${sentence}; it is ${IN_FILE}`);
  await write(ofWhom, token, context);
  if (file !== undefined && letsOthersRead(file)) streams.warn(OPEN_FILE);
}

const IN_FILE = 'in the file that the output goes to, and is shown nowhere again';
const OPEN_FILE = 'others on this computer can read that file, and with it use the token; chmod 600 closes it';

async function write(ofWhom: NewToken['ofWhom'], token: string, context: Context): Promise<void> {
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
    because:
      'on the computer that will use the token; URL is the address of the service for other computers; its start shows it',
  });
