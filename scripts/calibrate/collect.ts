import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { People } from '../../src/engine/fit-person.ts';
import { readModels } from '../../src/engine/morphable/model-bytes.ts';
import { makeFamily } from '../bench-engine/family/make-family.ts';
import { makeHeads } from '../bench-engine/real-heads/make-heads.ts';
import { readSubjects, type Subject, TYPE_OF } from '../bench-engine/subjects.ts';
import { type Case, groupsOf } from './cases.ts';
import { generate, type Known, type Outcome } from './generate.ts';
import type { Options } from './options.ts';
import { appendRecord, type Generated } from './records.ts';

/** Makes the generations that are not known yet, until the time is over. */
export async function collect(options: Options, engine: string, known: ReadonlySet<string>): Promise<void> {
  const people = readModels(readFileSync('src/engine/morphable/people.bin'));
  const startedAt = performance.now();
  const isOver = (share: number) => performance.now() - startedAt > share * options.limitMinutes * 60_000;
  const groups = groupsOf(await everybody(options, () => !isOver(FOR_PEOPLE))).map(({ cases, ...group }) => ({
    ...group,
    cases: cases.filter(({ variant }) => options.variants?.includes(variant) ?? true),
  }));
  const total = groups.reduce((sum, { cases }) => sum + cases.length, 0);
  let done = known.size;
  for (const { cases } of groups) {
    const group: Known = { seen: new Map() };
    for (const one of cases) {
      if (known.has(one.key)) continue;
      if (isOver(1)) return;
      const record = await measured(one, people, group, engine);
      appendRecord(options.file, record);
      console.log(`${++done} of ${total}  ${lineOf(record)}`);
    }
  }
}

/** The share of the time in which people may be made; those of an earlier run are there already. */
const FOR_PEOPLE = 0.3;
/** People made at a time. */
const STEP = 4;

async function everybody(
  { data, scratch, family, realHeads, relief }: Options,
  mayMake: () => boolean,
): Promise<Subject[]> {
  const families = await growing(join(scratch, 'family'), family, mayMake, makeFamily);
  const heads = await growing(join(scratch, 'real-heads'), realHeads, mayMake, (folder, count) =>
    makeHeads(data, folder, count, false),
  );
  const bumpy = await growing(join(scratch, 'relief-heads'), relief, mayMake, (folder, count) =>
    makeHeads(data, folder, count, true),
  );
  return [data, ...families, ...heads, ...bumpy].flatMap(readSubjects);
}

/** The folder with as many people as were made before, and more of them while there is time. */
async function growing(
  folder: string,
  wanted: number,
  mayMake: () => boolean,
  make: (folder: string, count: number) => Promise<string>,
): Promise<string[]> {
  const isMade = (name: string) => existsSync(join(folder, name, 'person.json'));
  const names = existsSync(folder) ? readdirSync(folder).filter(isMade) : [];
  let count = Math.min(wanted, names.length);
  if (count > 0) await make(folder, count);
  while (count < wanted && mayMake()) {
    count = Math.min(wanted, count + STEP);
    await make(folder, count);
  }
  return count === 0 ? [] : [folder];
}

async function measured(one: Case, people: People, group: Known, engine: string): Promise<Generated> {
  const { key, subject, set, variant, change } = one;
  const used = process.cpuUsage();
  const outcome: Outcome = await generate(one, people, group);
  const { user, system } = process.cpuUsage(used);
  const seconds = Math.round((user + system) / 1e4) / 100;
  const { name: person, tier } = subject;
  return { key, engine, person, tier, type: TYPE_OF[set], variant, change, seconds, ...outcome };
}

function lineOf({ key, seconds, judged, refusal }: Generated): string {
  const told =
    refusal === undefined
      ? Object.entries(judged!.parts).map(([part, mm]) => `${part} ${mm.toFixed(1)}`)
      : [`refused: ${refusal.sentence}`];
  return `${key}: ${told.join(', ')} (${seconds} s)`;
}
