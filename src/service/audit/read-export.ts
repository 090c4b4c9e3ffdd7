import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { ReconError } from '../../errors.ts';
import { whyNotRead } from '../../system/why-not-read.ts';
import type { ChainEnd } from '../domain/audit-lines.ts';
import { hashOf } from './chain.ts';
import { MOST_PROBLEMS } from './verify.ts';

/** An export of the audit, as `recon audit export` wrote it. */
export interface ReadExport {
  /** Its first sealed line, and its time. `text` is what the chain has of it. */
  first: ChainEnd & { text: string; time: string };
  /** Its last sealed line, and its time. */
  end: ChainEnd & { time: string };
  /** Lines at its end that were not sealed yet, so that nothing can be compared with them. */
  waiting: number;
  /** What in it is not as it was written, each in words. */
  problems: string[];
}

/**
 * Reads an export to its end. The hash of its first line covers lines that are not in it, so only the audit can tell
 * whether that line is as it was written.
 * @throws ReconError `usage` for a file that cannot be read, or is no export of an audit
 */
export async function readExport(path: string): Promise<ReadExport> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  const problems: string[] = [];
  const tell = (problem: string) => void (problems.length < MOST_PROBLEMS && problems.push(problem));
  let first: ReadExport['first'] | undefined;
  let end: ReadExport['end'] | undefined;
  let waiting = 0;
  try {
    for await (const text of lines) {
      if (text === '') continue;
      const placed = placeOf(text);
      if (placed === undefined) {
        tell(`after line ${(end ?? refuse(path)).number} the export has something that is no whole line`);
        continue;
      }
      const { number, hash, ...line } = placed;
      // A line that is not sealed yet has no place.
      if (number === null || hash === null) {
        waiting++;
        continue;
      }
      const written = JSON.stringify(line);
      if (end !== undefined && number !== end.number + 1) {
        tell(`the export has line ${number} after line ${end.number}`);
      } else if (end !== undefined && hash !== hashOf(end, written)) {
        tell(`line ${number} of the export is not as it was written`);
      }
      const time = String(line.time);
      first ??= { number, hash, text: written, time };
      end = { number, hash, time };
    }
  } catch (error) {
    if (error instanceof ReconError) throw error;
    throw new ReconError('usage', `${path} ${whyNotRead(error)}`);
  }
  if (first === undefined || end === undefined) return refuse(path);
  return { first, end, waiting, problems };
}

interface Placed {
  number: number | null;
  hash: string | null;
  time?: unknown;
}

function placeOf(text: string): Placed | undefined {
  try {
    const line = JSON.parse(text) as Placed;
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
