import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createClient } from '../../src/core/client.ts';
import { downloadArchive } from '../../src/core/download.ts';
import { exitOf, ReconError } from '../../src/errors.ts';
import { createTransport } from '../../src/http/transport.ts';
import { impatientClock } from '../support/impatient-clock.ts';
import { type Habit, openCuttingService } from './cutting-service.ts';
import { largeArchive, sha256 } from './large-archive.ts';
import { openTable, scaled, seededRandom } from './scale.ts';

const PARTS = 64;

const archive = largeArchive(1);
const other = largeArchive(2);
const rightSums = { archive: sha256(archive), other: sha256(other) };

let service: Awaited<ReturnType<typeof openCuttingService>>;
let folder: string;
beforeAll(async () => {
  service = await openCuttingService(archive, other);
  folder = mkdtempSync(join(tmpdir(), 'recon-cut-'));
}, 60_000);
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const table = openTable(`A ${(archive.length / 1e6).toFixed(0)} MB archive cut at each ${PARTS}th`, [
  'the service',
  'cuts',
  'whole, SHA-256 right',
  'no file (exit)',
  'wrong',
  'sent again',
]);

type End = 'the archive' | 'the other archive' | 'no file';
interface Row {
  habit: Habit;
  end: End;
  /** Where there is no file. */
  exit?: number;
  /** The service breaks the first run off throughout, and answers the second. */
  runs?: 2;
  /** Cut at every so many parts only: what happens does not depend on where. */
  step?: 8;
}

const strong = { etag: '"v1"', takesRanges: true } as const;
const ROWS: Readonly<Record<string, Row>> = {
  'strong ETag, ranges, length': { habit: { ...strong, cuts: 'the first' }, end: 'the archive' },
  'the same, each answer broken off': { habit: { ...strong, cuts: 'all' }, end: 'the archive' },
  'the same, in the next run': { habit: { ...strong, cuts: 'all' }, end: 'the archive', runs: 2 },
  'rest from another byte': {
    habit: { ...strong, cuts: 'the first', rest: 'from another byte' },
    step: 8,
    end: 'the archive',
  },
  'rest of another version': {
    habit: { ...strong, cuts: 'the first', rest: 'of another version' },
    step: 8,
    end: 'the archive',
  },
  'another version by then': {
    habit: { ...strong, cuts: 'the first', rest: 'all of another version' },
    step: 8,
    end: 'the other archive',
  },
  'rest gone (416)': { habit: { ...strong, cuts: 'the first', rest: 'nothing (416)' }, step: 8, end: 'the archive' },
  'weak ETag': { habit: { etag: 'W/"v1"', takesRanges: true, cuts: 'the first' }, end: 'the archive' },
  'no ranges': { habit: { etag: '"v1"', cuts: 'the first' }, step: 8, end: 'the archive' },
  'no ETag, no length': { habit: { length: 'unsaid', cuts: 'the first' }, end: 'the archive' },
  'strong ETag, no length': { habit: { ...strong, length: 'unsaid', cuts: 'the first' }, step: 8, end: 'the archive' },
  'chunks without the last': { habit: { ...strong, length: 'chunked', cuts: 'the first' }, end: 'the archive' },
  'no ranges, each answer broken off': { habit: { cuts: 'all' }, step: 8, end: 'no file', exit: 6 },
  'no length, each answer broken off': { habit: { length: 'unsaid', cuts: 'all' }, step: 8, end: 'no file', exit: 11 },
};

const random = seededRandom('cut download');
/** Every 64th in the full run, one of them in the quick one; of the thorough rows also where the last byte is missing. */
const cutsOf = ({ step }: Row) => {
  const all = Array.from({ length: PARTS }, (_, part) => Math.floor((archive.length * part) / PARTS));
  const cuts = scaled(
    all.filter((_, part) => part % (step ?? 1) === 0),
    [all[1 + Math.floor(random() * (PARTS - 1))]!],
  );
  return step === undefined ? [...cuts, archive.length - 1] : cuts;
};

async function download(target: string): Promise<number> {
  const transport = createTransport({
    baseUrl: service.url,
    token: async () => 'rcn_canary-0123456789abcdef',
    clock: systemClock,
    proxy: {},
    userAgent: 'recon/test',
    random: () => 0,
  });
  const request = { id: '7', type: 'face', target, force: false } as const;
  try {
    await downloadArchive(createClient(transport), request, { clock: impatientClock() });
    return 0;
  } catch (error) {
    return error instanceof ReconError ? exitOf(error.code) : 1;
  } finally {
    await transport.close();
  }
}

/** What lies in the folder afterwards, and how the last run ended. */
async function trial({ habit, runs }: Row, cutAt: number): Promise<{ end: End | 'something else'; exit: number }> {
  service.behave(habit, cutAt);
  const target = join(folder, 'ana.zip');
  // A body cut at each so many bytes would go on for ever where that is none; a run has its tries for that.
  let exit = await download(target);
  if (runs === 2 && exit !== 0) {
    service.recover();
    exit = await download(target);
  }
  const names = readdirSync(folder);
  const sum = names.includes('ana.zip') ? sha256(readFileSync(target)) : undefined;
  for (const name of names) rmSync(join(folder, name));
  const isClean = names.every((name) => name === 'ana.zip');
  if (sum === undefined) return { end: isClean && exit !== 0 ? 'no file' : 'something else', exit };
  if (exit !== 0 || !isClean) return { end: 'something else', exit };
  if (sum === rightSums.archive) return { end: 'the archive', exit };
  return { end: sum === rightSums.other ? 'the other archive' : 'something else', exit };
}

test.each(Object.entries(ROWS))('cut with %s: the whole archive, or no file of that name', async (name, row) => {
  const tally = { whole: 0, none: 0, wrong: 0, sentAgain: 0 };
  const exits = new Set<number>();
  const surprises: string[] = [];
  const cuts = cutsOf(row);
  for (const cutAt of cuts) {
    const { end, exit } = await trial(row, cutAt);
    const { sentBytes } = service.sent();
    if (end === 'something else') tally.wrong += 1;
    else if (end === 'no file') tally.none += 1;
    else tally.whole += 1;
    if (end === 'no file') exits.add(exit);
    tally.sentAgain += Math.max(0, sentBytes - archive.length);
    // Where no byte came there is no rest to ask for, which is what this service gives another version for.
    const wanted = cutAt === 0 && row.end === 'the other archive' ? 'the archive' : row.end;
    const isExpected = end === wanted && (end !== 'no file' || exit === row.exit);
    // A service that gives nothing but the same first bytes, or none, has nothing to go on from.
    const isHopeless = row.habit.cuts === 'all' && row.runs !== 2 && cutAt < 65_536 && end === 'no file';
    if (!isExpected && !isHopeless) surprises.push(`cut at ${cutAt}: ${end}, exit ${exit}`);
  }
  const none = tally.none === 0 ? '0' : `${tally.none} (${[...exits].join(', ')})`;
  table.row([
    name,
    cuts.length,
    tally.whole,
    none,
    tally.wrong,
    `${(tally.sentAgain / cuts.length / 1e6).toFixed(1)} MB`,
  ]);
  expect(surprises).toEqual([]);
});
