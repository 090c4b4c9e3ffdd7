import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReconError, systemErrorCode } from '../errors.ts';

const LONGEST_TOKEN = 4_096;
/** A line end or two after the token, and what tells a token from a file that is none. */
const READ_BYTES = LONGEST_TOKEN + 16;
const PIPE_PATIENCE_MS = 3_000;
const TOKEN = /^[\x21-\x7e]{8,4096}$/;

/**
 * The token without the line end after it, or `usage`. Checked before anything is made of it: a
 * header library would put the bad value, the token, into its error text. It is never quoted.
 */
export function checkToken(text: string, place: string): string {
  const token = text.replace(/[\r\n]+$/, '');
  if (TOKEN.test(token)) return token;
  throw new ReconError('usage', `${place} ${problemOf(token)}`, {
    hint: 'copy the token again, whole and on one line',
  });
}

function problemOf(token: string): string {
  if (token === '') return 'is empty';
  if (token.length < 8) return 'is too short to be an access token';
  if (token.length > LONGEST_TOKEN) return 'is too long to be an access token';
  if (/\s/.test(token)) return 'holds a space or a line break, which no access token has';
  return 'holds a character that no access token has';
}

/** The token of a file or of a pipe (`<(pass show recon)`); waits 3 s for a pipe that is silent. */
export async function readTokenFile(path: string, place: string): Promise<string> {
  return checkToken(await readStart(path, place), `the token in ${place}`);
}

async function readStart(path: string, place: string): Promise<string> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw unreadable(place, path, error);
  }
  try {
    const bytes = Buffer.alloc(READ_BYTES);
    let length = 0;
    for (const deadline = performance.now() + PIPE_PATIENCE_MS; length < READ_BYTES; ) {
      const read = await readSome(file, bytes.subarray(length));
      if (read === 0) break;
      if (read !== undefined) length += read;
      else if (performance.now() < deadline) await sleep(20);
      else throw new ReconError('usage', `nothing came out of ${place} (${path}) for 3 s`);
    }
    return bytes.toString('utf8', 0, length);
  } catch (error) {
    throw unreadable(place, path, error);
  } finally {
    await file.close();
  }
}

/** Bytes read, 0 at the end, undefined where a pipe has nothing yet. */
async function readSome(file: FileHandle, into: Uint8Array): Promise<number | undefined> {
  try {
    return (await file.read(into, 0, into.length, null)).bytesRead;
  } catch (error) {
    if (systemErrorCode(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

function unreadable(place: string, path: string, error: unknown): unknown {
  const code = systemErrorCode(error);
  if (error instanceof ReconError || code === undefined) return error;
  const reason = { ENOENT: 'there is no such file', EACCES: 'permission denied', EISDIR: 'it is a folder' }[code];
  return new ReconError('usage', `cannot read the token file ${path} of ${place}: ${reason ?? code}`, { cause: error });
}
