import { Readable } from 'node:stream';
import { ownPaths } from '../contract/own-routes.ts';
import { paths } from '../contract/paths.ts';
import { isOfLostFile, type ReconstructionType, typeWord } from '../contract/reconstruction.ts';
import { ReconError } from '../errors.ts';
import type { OpenedAnswer } from '../http/attempt.ts';
import type { Transport } from '../http/transport.ts';
import { pathId } from './ids.ts';
import { namingPatient, TELL_OPERATOR } from './outcome-advice.ts';

/** From which byte on, and of which version, by its strong ETag. */
export interface Continuation {
  startAt: number;
  etag: string;
}

/** The patient's current model, or that of an after-record, by its number, where the service has a way to it. */
type ArchiveOf = 'patient' | { after: number };

const pathOf = (id: string, of: ArchiveOf) =>
  of === 'patient' ? paths.download(pathId(id)) : ownPaths.afterArchive(pathId(id), of.after);

/** The address of an archive, which tells one download from another. */
export function downloadUrl(
  transport: Pick<Transport, 'baseUrl'>,
  id: string,
  type: ReconstructionType,
  of: ArchiveOf = 'patient',
): string {
  return `${transport.baseUrl.replace(/\/$/, '')}${pathOf(id, of)}?type=${type}`;
}

/** Asks for an archive, or for the rest of one. Only if the rest was asked for, the status may be 206 or 416. */
export async function openDownload(
  transport: Transport,
  id: string,
  type: ReconstructionType,
  from?: Continuation,
  of: ArchiveOf = 'patient',
): Promise<OpenedAnswer> {
  const wanted = pathId(id);
  const headers = from === undefined ? {} : { range: `bytes=${from.startAt}-`, 'if-range': from.etag };
  try {
    const path = pathOf(wanted, of);
    const open = () => transport.open({ method: 'GET', path, query: [['type', type]], headers, kind: 'read' });
    // Of an after-record only the service knows how many there are.
    return await (of === 'patient' ? namingPatient(wanted, open, `, or it has no ${typeWord(type)} model`) : open());
  } catch (error) {
    if (!(error instanceof ReconError)) throw error;
    if (from !== undefined && error.status === 416) return { status: 416, headers: {}, body: Readable.from([]) };
    // Most likely the model is not there yet; waiting also tells where it never will be.
    if (error.status === 409 && isOfLostFile(error.said)) throw error.with({ hint: TELL_OPERATOR });
    if (error.status === 409 && of === 'patient')
      throw error.with({ hint: { command: ['wait', wanted, '--type', type] } });
    throw error;
  }
}
