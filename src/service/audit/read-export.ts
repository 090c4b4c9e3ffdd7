import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { ReconError } from '../../errors.ts';
import { whyNotRead } from '../../system/why-not-read.ts';
import type { ChainEnd } from '../domain/audit-lines.ts';
import { hashOf } from './chain.ts';
import { MOST_PROBLEMS } from './verify.ts';

/** An export of the audit, as `recon audit export` wrote it. */
export interface ReadExport {
  /** Its last sealed line. */
  end: ChainEnd;
  /** What in it is not as it was written, each in words. */
  problems: string[];
}

/**
 * Reads an export to its end. The hash of its first line covers lines that are not in it, so that line is not checked.
 * @throws ReconError `usage` for a file that cannot be read, or is no export of an audit
 */
export async function readExport(path: string): Promise<ReadExport> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  const problems: string[] = [];
  const tell = (problem: string) => void (problems.length < MOST_PROBLEMS && problems.push(problem));
  let end: ChainEnd | undefined;
  try {
    for await (const text of lines) {
      if (text === '') continue;
      const { number, hash, ...line } = placeOf(text) ?? refuse(path);
      // A line that is not sealed yet has no place.
      if (number === null || hash === null) continue;
      if (end !== undefined && number !== end.number + 1) {
        tell(`the export has line ${number} after line ${end.number}`);
      } else if (end !== undefined && hash !== hashOf(end, JSON.stringify(line))) {
        tell(`line ${number} of the export is not as it was written`);
      }
      end = { number, hash };
    }
  } catch (error) {
    if (error instanceof ReconError) throw error;
    throw new ReconError('usage', `${path} ${whyNotRead(error)}`);
  }
  return { end: end ?? refuse(path), problems };
}

function placeOf(text: string): { number: number | null; hash: string | null } | undefined {
  try {
    const line = JSON.parse(text) as { number: number | null; hash: string | null };
    const isSealed = Number.isSafeInteger(line.number) && typeof line.hash === 'string';
    return isSealed || (line.number === null && line.hash === null) ? line : undefined;
  } catch {
    return undefined;
  }
}

function refuse(path: string): never {
  throw new ReconError('usage', `${path} is not an export of an audit`, {
    hint: { command: ['audit', 'export'], because: 'writes one to stdout' },
  });
}
