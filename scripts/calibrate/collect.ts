import { readFileSync } from 'node:fs';
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
  const groups = groupsOf(await everybody(options));
  const total = groups.reduce((sum, { cases }) => sum + cases.length, 0);
  const endsAt = performance.now() + options.limitMinutes * 60_000;
  let done = known.size;
  for (const { cases } of groups) {
    const group: Known = { seen: new Map() };
    for (const one of cases) {
      if (known.has(one.key)) continue;
      if (performance.now() > endsAt) return;
      const record = await measured(one, people, group, engine);
      appendRecord(options.file, record);
      console.log(`${++done} of ${total}  ${lineOf(record)}`);
    }
  }
}

async function everybody({ data, scratch, family, realHeads, relief }: Options): Promise<Subject[]> {
  const made = [
    ...(family > 0 ? [await makeFamily(join(scratch, 'family'), family)] : []),
    ...(realHeads > 0 ? [await makeHeads(data, join(scratch, 'real-heads'), realHeads, false)] : []),
    ...(relief > 0 ? [await makeHeads(data, join(scratch, 'relief-heads'), relief, true)] : []),
  ];
  return [data, ...made].flatMap(readSubjects);
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
