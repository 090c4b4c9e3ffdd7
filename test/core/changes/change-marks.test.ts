import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { personMarks } from '../../../src/core/changes/change-marks.ts';
import { openMarks } from '../../../src/core/journal/marks.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { attackHome, entryIn, TOKEN } from './attack-home.ts';
import { strangerService } from './attack-service.ts';

const { create, recon, journalFolder } = attackHome();

const SERVICE = 'https://clinic.example/api';
const PHONE = '+351 912 345 678';
/** What recon 0.18.0 wrote for these people with the key below. */
const MARKS_OF_0_18 = { 'Silva, Ana': 'ko2OpZJvPI3b4Kl1F927CQ', 'Ana Silva': 'TogxORfaDRDdtK0eX7qc2E' };

async function knownKey() {
  const folder = tempFolder();
  await writeFile(join(folder, 'key'), Buffer.alloc(32, 7));
  return { journal: { mark: await openMarks(folder) } as never, service: SERVICE };
}

test.each(Object.entries(MARKS_OF_0_18))('%s is known by the mark that 0.18.0 wrote', async (name, mark) => {
  expect(personMarks({ name, phone: PHONE }, await knownKey())).toContain(mark);
});

test('a new mark is the same for both orders of a name', async () => {
  const run = await knownKey();
  expect(personMarks({ name: 'Silva, Ana', phone: PHONE }, run)[0]).toBe(MARKS_OF_0_18['Ana Silva']);
  expect(personMarks({ name: 'Ana Silva', phone: PHONE }, run)).toEqual([MARKS_OF_0_18['Ana Silva']]);
});

test('a name that an import has turned is known by the mark of the name in its list', async () => {
  const marks = personMarks({ name: 'Ana Silva', phone: PHONE }, await knownKey(), 'Silva, Ana');
  expect(marks).toEqual([MARKS_OF_0_18['Ana Silva'], MARKS_OF_0_18['Silva, Ana']]);
});

test('a person of whom nothing is known has no mark', async () => {
  expect(personMarks({ city: 'Porto' }, await knownKey())).toEqual([]);
});

/** As 0.18.0 has left it: known by the name as it was typed. */
async function leftOpenBy018(service: Awaited<ReturnType<typeof strangerService>>): Promise<string> {
  await mkdir(journalFolder(), { recursive: true });
  const mark = await openMarks(journalFolder());
  const entry = entryIn((await create(service, '--name', 'Silva, Ana')).stderr);
  const file = readdirSync(journalFolder()).find((one) => one.endsWith('.jsonl'))!;
  const path = join(journalFolder(), file);
  const [today, then] = ['ana silva', 'silva, ana'].map((name) =>
    mark('person', service.url, JSON.stringify([name, '', ''])),
  );
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(today);
  writeFileSync(path, text.replaceAll(today!, then!));
  return entry;
}

test('a create that 0.18.0 has left open stops another one of the same person', async () => {
  const service = await strangerService();
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  const entry = await leftOpenBy018(service);
  const { exitCode, stderr } = await create(service, '--name', 'Silva, Ana', '--city', 'Porto');
  expect({ exitCode, made: service.patients.length }).toEqual({ exitCode: 10, made: 0 });
  expect(entryIn(stderr)).toBe(entry);
  expect((await recon(service, 'resume', entry)).exitCode).toBe(0);
  expect(service.patients).toHaveLength(1);
});

test('a create that 0.18.0 has lost, although it was made, is found', async () => {
  const service = await strangerService();
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  const entry = await leftOpenBy018(service);
  service.patients.push({ id: 71, owner: TOKEN, name: 'Silva, Ana' });
  expect((await recon(service, 'resume', entry)).exitCode).toBe(0);
  expect(service.patients).toHaveLength(1);
});
