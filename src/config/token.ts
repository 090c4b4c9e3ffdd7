import { ReconError } from '../errors.ts';
import { readInput } from '../system/read-input.ts';
import { LONGEST_TOKEN, tokenProblem } from '../system/token-shape.ts';
import { whyNotRead } from '../system/why-not-read.ts';

/** A line end or two after the token, and what tells a token from a file that is none. */
const READ_BYTES = LONGEST_TOKEN + 16;
const SILENCE_MS = 3_000;

/** The token without the line end after it. @throws ReconError `usage`, which never quotes it */
export function checkToken(text: string, place: string): string {
  const token = text.replace(/[\r\n]+$/, '');
  const problem = tokenProblem(token);
  if (problem === undefined) return token;
  throw new ReconError('usage', `${place} ${problem}`, { hint: 'copy the token again, whole and on one line' });
}

/** The token of a file or of a pipe (`<(pass show recon)`); waits 3 s for a pipe that is silent. */
export async function readTokenFile(path: string, place: string): Promise<string> {
  const bytes = await readInput(path, { maxBytes: READ_BYTES, silenceMs: SILENCE_MS }).catch((error) => {
    throw new ReconError('usage', `the token file ${path} of ${place} ${whyNotRead(error)}`, { cause: error });
  });
  if (bytes === undefined) throw new ReconError('usage', `nothing came out of ${place} (${path}) for 3 s`);
  return checkToken(bytes.toString('utf8'), `the token in ${place}`);
}
