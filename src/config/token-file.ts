import { ReconError } from '../errors.ts';
import { readInput } from '../system/read-input.ts';
import { LONGEST_TOKEN, tokenProblem } from '../system/token-shape.ts';
import { whyNotRead } from '../system/why-not-read.ts';
import { isOpenToOthers } from './private-files.ts';

/** Room for the longest token, its line end, and a few bytes that show that a file is too long to be a token. */
const READ_BYTES = LONGEST_TOKEN + 16;
const SILENCE_MS = 3_000;

/** Reads a token from a file or a pipe (`<(pass show recon)`); a silent pipe is given up after 3 s. */
export async function readTokenFile(path: string, place: string): Promise<string> {
  const bytes = await readInput(path, { maxBytes: READ_BYTES, silenceMs: SILENCE_MS }).catch((error) => {
    throw new ReconError('usage', `the token file ${path} of ${place} ${whyNotRead(error)}`, {
      hint: 'put a token there, or name another file in RECON_TOKEN_FILE',
      cause: error,
    });
  });
  if (bytes === undefined) throw new ReconError('usage', `nothing came out of ${place} (${path}) for 3 s`);
  return checkToken(bytes.toString('utf8'), `the token in ${place}`);
}

/** Returns a function that tells if others can read a token file, and warns of it once. */
export function tokenFileWarnings(onWarning: (sentence: string) => void) {
  const warned = new Set<string>();
  return async (path: string): Promise<boolean> => {
    if (!(await isOpenToOthers(path))) return false;
    if (!warned.has(path)) onWarning(`others can read the token file ${path}; chmod 600 closes it`);
    warned.add(path);
    return true;
  };
}

/**
 * The token without the line end after it, and without the mark that editors of Windows put before UTF-8.
 * @throws ReconError `usage`, which never quotes the token
 */
export function checkToken(text: string, place: string): string {
  const token = text.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, '');
  const problem = tokenProblem(token);
  if (problem === undefined) return token;
  throw new ReconError('usage', `${place} ${problem}`, { hint: 'copy the token again, whole and on one line' });
}
