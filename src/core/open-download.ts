import { Readable } from 'node:stream';
import { paths } from '../contract/paths.ts';
import type { ReconstructionType } from '../contract/reconstruction.ts';
import { ReconError } from '../errors.ts';
import type { OpenedAnswer } from '../http/attempt.ts';
import type { Transport } from '../http/transport.ts';
import { pathId } from './ids.ts';
import { namingPatient } from './outcome-advice.ts';

/** From which byte on, and of which version, by its strong ETag. */
export interface Continuation {
  startAt: number;
  etag: string;
}

/** The address of an archive, which tells one download from another. */
export function downloadUrl(transport: Pick<Transport, 'baseUrl'>, id: string, type: ReconstructionType): string {
  return `${transport.baseUrl.replace(/\/$/, '')}${paths.download(pathId(id))}?type=${type}`;
}

/** Asks for an archive, or for the rest of one. Only if the rest was asked for, the status may be 206 or 416. */
export async function openDownload(
  transport: Transport,
  id: string,
  type: ReconstructionType,
  from?: Continuation,
): Promise<OpenedAnswer> {
  const wanted = pathId(id);
  const headers = from === undefined ? {} : { range: `bytes=${from.startAt}-`, 'if-range': from.etag };
  try {
    const path = paths.download(wanted);
    return await namingPatient(
      wanted,
      () => transport.open({ method: 'GET', path, query: [['type', type]], headers, kind: 'read' }),
      `, or it has no ${type} reconstruction`,
    );
  } catch (error) {
    if (!(error instanceof ReconError)) throw error;
    if (from !== undefined && error.status === 416) return { status: 416, headers: {}, body: Readable.from([]) };
    // Most likely the model is not there yet; waiting also tells where it never will be.
    if (error.status === 409) throw error.with({ hint: { command: ['wait', wanted, '--type', type] } });
    throw error;
  }
}
