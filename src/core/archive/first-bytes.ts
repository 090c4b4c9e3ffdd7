import { ReconError } from '../../errors.ts';
import { refuseArchive } from './refusal.ts';

/** The first bytes of a zip; the second form is a zip without files. */
const ZIP_STARTS = ['PK\x03\x04', 'PK\x05\x06'];

/**
 * The reason why an answer that does not begin like a zip is not the archive. Its content type is not used, because it
 * is wrong as often as right.
 */
export function notAnArchive(head: Uint8Array): ReconError | undefined {
  const text = Buffer.from(head).toString('latin1');
  if (ZIP_STARTS.some((start) => text.startsWith(start))) return undefined;
  const what = whatInstead(text);
  if (what === undefined) return refuseArchive('it is no zip file');
  return new ReconError('protocol', `the service answered with ${what} instead of an archive`, {
    hint: { command: ['status'], because: 'is the base URL right, is there a login page in between?' },
  });
}

function whatInstead(text: string): string | undefined {
  if (text === '') return 'nothing';
  if (/^\s*</.test(text.replace(/^\xef\xbb\xbf/, ''))) return 'a web page';
  return /^\s*[{[]/.test(text) ? 'JSON' : undefined;
}
