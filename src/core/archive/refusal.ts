import { ReconError, systemErrorCode } from '../../errors.ts';

/** An archive that is corrupt or not safe to unpack; nothing of it is kept. */
export function refuseArchive(reason: string, cause?: unknown): ReconError {
  return new ReconError('unsafe_archive', `the archive is refused: ${reason}`, {
    hint: 'the download again; if it is refused again, ask whoever runs the service',
    cause,
  });
}

/** Names come from the archive, so they are shown short, quoted and escaped. */
export function shown(name: string): string {
  const short = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  const escaped = JSON.stringify(short).replaceAll(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return escaped;
}

/**
 * What a failure while reading or unpacking means: an error of the disk is `storage`, whatever the
 * parser or the decompressor says is the archive's fault.
 */
export function archiveFailure(error: unknown, path: string): unknown {
  if (error instanceof ReconError || isAbort(error)) return error;
  const code = systemErrorCode(error) ?? '';
  if (isDiskError(code)) return diskFailure(path, error);
  return refuseArchive(
    code.startsWith('Z_') ? 'its compressed data is damaged' : `it is damaged (${textOf(error)})`,
    error,
  );
}

export function diskFailure(path: string, error: unknown): ReconError {
  const code = systemErrorCode(error) ?? 'unknown error';
  return new ReconError('storage', `${shown(path)} cannot be written: ${WHY[code] ?? code}`, {
    hint: 'choose another place, or make room there, and run the command again',
    cause: error,
  });
}

const WHY: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of its path is a file',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
};

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

const isDiskError = (code: string) => /^E[A-Z0-9]+$/.test(code) && !code.startsWith('ERR');

/** The parser's messages may hold names from the archive. */
function textOf(error: unknown): string {
  return shown(error instanceof Error ? error.message : String(error)).slice(1, -1);
}
