import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReconstructionType } from '../../src/contract/reconstruction.ts';
import type { Outcome } from './generate.ts';

/** A generation that was measured. */
export interface Generated extends Outcome {
  key: string;
  /** The state of the engine that made it. */
  engine: string;
  /** People of one name are one person: what is learned is judged on others. */
  person: string;
  tier: string;
  type: ReconstructionType;
  variant: string;
  change: string;
  seconds: number;
}

/** Everything in the engine that a generation without colours depends on. */
export function engineState(): string {
  const hash = createHash('sha256');
  const files = readdirSync('src/engine', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(ts|bin)$/.test(name),
  );
  for (const name of files.sort()) {
    if (/^(certainty\/(learned|expected|doubts|vertex)|texture|export|report|reconstruct)/.test(name)) continue;
    hash.update(name).update(readFileSync(join('src/engine', name)));
  }
  return hash.digest('hex').slice(0, 12);
}

export function readRecords(file: string): Generated[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // A run that was ended while it wrote leaves half a line.
  return lines.flatMap((line): Generated[] => {
    try {
      return line === '' ? [] : [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

export function appendRecord(file: string, record: Generated): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(record)}\n`);
}
