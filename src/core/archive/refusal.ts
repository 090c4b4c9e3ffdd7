import { ReconError, systemErrorCode } from '../../errors.ts';
import { diskFailure } from '../disk-failure.ts';
import { shown } from '../shown.ts';

/** The error for an archive that is corrupt or not safe to unpack; none of it is kept. */
export function refuseArchive(reason: string, cause?: unknown): ReconError {
  return new ReconError('unsafe_archive', `the archive is refused: ${reason}`, {
    hint: 'the download again; if it is refused again, ask whoever runs the service',
    cause,
  });
}

/**
 * The meaning of a failure while reading or unpacking: an error of the disk is `storage`; an error of the parser or the
 * decompressor is the archive's fault.
 */
export function archiveFailure(error: unknown, path: string): unknown {
  if (error instanceof ReconError || isAbort(error)) return error;
  const code = systemErrorCode(error) ?? '';
  // The codes of Node itself have an underscore: `ERR_…`.
  if (/^E[A-Z0-9]+$/.test(code)) return diskFailure(path, error);
  const reason = code.startsWith('Z_') ? 'its compressed data is damaged' : `it is damaged (${textOf(error)})`;
  return refuseArchive(reason, error);
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** The parser's messages may hold names from the archive. */
const textOf = (error: unknown) => shown(error instanceof Error ? error.message : String(error)).slice(1, -1);
