import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSTILE_KINDS } from '../support/hostile-zips.ts';
import { makeZip, type ZipEntry } from '../support/zip-maker.ts';
import { openTrials, type Verdict } from './archive-trial.ts';
import { MUTATIONS } from './mutations.ts';
import { openTable, scaled, seededRandom } from './scale.ts';
import { openUnpacker, type Unpacker } from './unpacker.ts';

const MAX_MEGABYTES = 150;
const MUTANTS = scaled(10_000, 200);

let unpacker: Unpacker;
let trials: Awaited<ReturnType<typeof openTrials>>;
beforeAll(async () => {
  unpacker = await openUnpacker();
  trials = await openTrials(unpacker);
}, 60_000);
afterAll(async () => {
  await unpacker.close();
  await trials.close();
});

const hostile = openTable('Hostile archives, by download --extract and by extraction alone', [
  'kind',
  'archives',
  'refused (11)',
  'anything else',
  'slowest ms',
]);
const mutants = openTable('Seeded mutations of a good archive', [
  'kind',
  'mutants',
  'refused (11)',
  'exit 0, contents the same',
  'anything else',
  'slowest ms',
]);

const slowest = (verdicts: readonly Verdict[]) => Math.ceil(Math.max(...verdicts.map(({ ms }) => ms)));
const problemsOf = (name: string, verdicts: readonly Verdict[]) =>
  verdicts.flatMap(({ way, problems }) => problems.map((problem) => `${name}, ${way}: ${problem}`));
const refusedBoth = (verdicts: readonly Verdict[]) => verdicts.every(({ exitCode }) => exitCode === 11);

test.each(Object.entries(HOSTILE_KINDS))(
  'hostile archives, %s: refused, and nothing is written anywhere',
  async (kind, zips) => {
    const problems: string[] = [];
    const seen: Verdict[] = [];
    let refused = 0;
    for (const [name, , make] of zips) {
      const verdicts = await trials.trial(make(), undefined);
      seen.push(...verdicts);
      problems.push(...problemsOf(name, verdicts));
      if (refusedBoth(verdicts)) refused += 1;
    }
    hostile.row([kind, zips.length, refused, zips.length - refused, slowest(seen)]);
    expect(problems).toEqual([]);
  },
);

const ENTRIES = (
  [
    { name: 'photos/' },
    { name: 'photos/front.jpg', content: Buffer.alloc(9_000, 7), method: 0 },
    { name: 'photos/left.jpg', content: Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * 7919) % 251)) },
    { name: 'model.glb', content: Buffer.alloc(40_000, 'mesh') },
    { name: 'measures.json', content: Buffer.from('{"eye_distance":6.3}'), descriptor: true },
    { name: 'empty.txt', content: Buffer.alloc(0) },
  ] satisfies ZipEntry[]
).map((entry) => ({ content: Buffer.alloc(0), ...entry }));

test('mutated archives: refused, or unpacked to exactly what they were', async () => {
  const files = ENTRIES.filter(({ name }) => !name.endsWith('/'));
  const sums = files.map(({ name, content }) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
  const all = [...files, { name: 'SHA256SUMS', content: Buffer.from(sums.join('')) }];
  const zip = makeZip([...ENTRIES, all.at(-1)!], { comment: 'a clinic' });
  const contents = new Map(all.map(({ name, content }) => [name, content] as const));
  expect((await trials.trial(zip, contents)).map(({ exitCode, problems }) => [exitCode, problems])).toEqual([
    [0, []],
    [0, []],
  ]);
  const kinds = Object.entries(MUTATIONS);
  const problems: string[] = [];
  let harmless = 0;
  for (const [kind, mutate] of kinds) {
    const random = seededRandom(kind);
    const count = Math.ceil(MUTANTS / kinds.length);
    const seen: Verdict[] = [];
    const tally = { refused: 0, same: 0 };
    for (let number = 0; number < count; number++) {
      const verdicts = await trials.trial(changed(zip, mutate, random), contents);
      seen.push(...verdicts);
      const found = problemsOf(`${kind} ${number}`, verdicts);
      problems.push(...found);
      if (refusedBoth(verdicts)) tally.refused += 1;
      else if (found.length === 0) tally.same += 1;
    }
    harmless += tally.same;
    mutants.row([kind, count, tally.refused, tally.same, count - tally.refused - tally.same, slowest(seen)]);
  }
  mutants.note(
    `${harmless} mutations changed nothing that is unpacked: times, versions, attributes, flags, sizes in front where those behind count`,
  );
  expect(problems.slice(0, 20)).toEqual([]);
});

/** A mutation may hit upon what is there already; that is none. */
function changed(zip: Buffer, mutate: (zip: Buffer, random: () => number) => Buffer, random: () => number): Buffer {
  for (;;) {
    const mutated = mutate(zip, random);
    if (!mutated.equals(zip)) return mutated;
  }
}

test('all of that within the memory allowed', () => {
  const peakMegabytes = unpacker.peakMegabytes();
  mutants.note(`memory of the largest process: ${Math.ceil(peakMegabytes)} MB of ${MAX_MEGABYTES}`);
  expect(peakMegabytes).toBeLessThan(MAX_MEGABYTES);
});
