import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, open, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { type FolderFacts, judgeFolder, type Verdict } from '../../src/service/check-folder.ts';
import { openAccounts, startService } from '../../src/service/start.ts';
import { contentOf, copyFolder, fileIdsIn, makeOld, replaceDatabase } from '../support/data-folders.ts';
import { decoderProgram } from '../support/engine-worker.ts';
import { openService, workerNamed } from '../support/running-service.ts';
import { mammoForm } from '../support/service-forms.ts';

const [A, B] = ['a'.repeat(32), 'b'.repeat(32)];
const ids = (count: number) => Array.from({ length: count }, (_, at) => at.toString(16).padStart(32, '0'));
const sound = (last: { folderId: string; commits: number } | undefined, files: string[] = []) => ({
  ...{ state: 'sound', schema: last === undefined ? 1 : 2, last, isRead: true, knows: files },
});
const at = (folderId: string, commits: number) => ({ folderId, commits });

test.each<[string, object, FolderFacts['beside'], string[], Verdict]>([
  ['nothing there yet', { state: 'missing' }, undefined, [], 'new'],
  ['a first start that was killed', { state: 'empty' }, undefined, [], 'new'],
  ['no database beside files', { state: 'missing' }, undefined, ids(1), 'missing'],
  ['no database where there was one, without files', { state: 'missing' }, at(A, 7), [], 'missing'],
  ['an empty database beside files', { state: 'empty' }, at(A, 7), ids(1), 'empty'],
  ['a damaged database', { state: 'damaged' }, undefined, [], 'damaged'],
  ['the database of the last commit', sound(at(A, 7)), at(A, 7), ids(1), 'whole'],
  ['a note that a power cut left behind', sound(at(A, 8)), at(A, 7), ids(1), 'whole'],
  ['a database that lacks one commit', sound(at(A, 6)), at(A, 7), ids(1), 'older'],
  ['a database from before the note', sound(undefined, ids(9)), at(A, 7), ids(9), 'older'],
  ['the database of another folder', sound(at(B, 70)), at(A, 7), ids(1), 'of another folder'],
  ['files/ that is absent', sound(at(A, 7)), undefined, [], 'unmarked'],
  ['a note that a person deleted', sound(at(A, 7)), undefined, ids(90), 'unmarked'],
  ['a folder of 0.1.0', sound(undefined, ids(9)), undefined, ids(9), 'unmarked'],
  ['a folder of 0.1.0 after a crash', sound(undefined, ids(9)), undefined, ids(20), 'unmarked'],
  ['a folder of 0.1.0 whose first create crashed', sound(undefined), undefined, ids(8), 'unmarked'],
  ['a database of 0.1.0 that knows none of many files', sound(undefined), undefined, ids(26), 'of another folder'],
])('%s', (_, database, beside, ids, verdict) => {
  const { knows = [] } = database as { knows?: string[] };
  const files = { count: ids.length, known: ids.filter((id) => knows.includes(id)).length };
  expect(judgeFolder({ database: database as FolderFacts['database'], beside, files })).toBe(verdict);
});

/** Copies of one folder with two patients and then three, of which the first was made while the service ran. */
let two: string;
let three: string;
/** A folder with another patient. */
let other: string;
beforeAll(async () => {
  const service = await openService();
  for (const seed of [1, 2]) await service.patient('POST', '/patients', { form: await mammoForm(seed) });
  two = await copyFolder(service.dataFolder);
  await service.patient('POST', '/patients', { form: await mammoForm(3) });
  await service.stop();
  three = await copyFolder(service.dataFolder);
  await service.close();
  const another = await openService();
  await another.patient('POST', '/patients', { form: await mammoForm(4) });
  await another.stop();
  other = await copyFolder(another.dataFolder);
  await another.close();
});
afterAll(async () => {
  for (const folder of [two, three, other]) await rm(folder, { recursive: true });
});

const start = async (dataFolder: string) => {
  const programs = { workerUrl: workerNamed('quick'), decoderUrl: await decoderProgram() };
  return startService({ dataFolder, host: '127.0.0.1', port: 0, ...programs, clock: systemClock });
};

const DAMAGES: [string, (folder: string) => Promise<unknown>, RegExp][] = [
  ['without its database', (folder) => replaceDatabase(folder, undefined), /has no database: recon\.db is not there/],
  ['with an empty database', (folder) => truncate(join(folder, 'recon.db'), 0), /has an empty database/],
  [
    'with an empty database and a log of it',
    async (folder) => {
      await replaceDatabase(folder, two);
      await truncate(join(folder, 'recon.db'), 0);
    },
    /has an empty database/,
  ],
  [
    'with a page of its database written over',
    async (folder) => {
      const file = await open(join(folder, 'recon.db'), 'r+');
      await file.write(Buffer.alloc(4096, 7), 0, 4096, 4096 * 3);
      await file.close();
    },
    /has a damaged database/,
  ],
  ['with half of its database', (folder) => truncate(join(folder, 'recon.db'), 40_000), /has a damaged database/],
  [
    'with an older database',
    (folder) => replaceDatabase(folder, two),
    /has a database that is older than the files beside it/,
  ],
  [
    'with a copy of the database without its -wal',
    async (folder) => {
      await replaceDatabase(folder, two);
      await rm(join(folder, 'recon.db-wal'));
    },
    /has a database that is older than the files beside it/,
  ],
  [
    'with the database of another folder',
    (folder) => replaceDatabase(folder, other),
    /has a database that does not belong to the files beside it/,
  ],
];

test.each(DAMAGES)('a start %s changes nothing and says the ways on', async (_, damage, words) => {
  const folder = await copyFolder(three);
  await damage(folder);
  const before = await contentOf(folder);
  const hint = expect.stringMatching(/^bring back a copy of the whole folder .*--data$/);
  const details = expect.arrayContaining([
    expect.stringMatching(/^It holds 27 files of patients/),
    expect.objectContaining({ command: ['restore', 'BACKUP', '--data', 'NEWFOLDER'] }),
  ]);
  const refusal = { code: 'storage', message: expect.stringMatching(words), hint, details };
  await expect(start(folder)).rejects.toMatchObject(refusal);
  expect(await contentOf(folder)).toEqual(before);
  await expect(openAccounts({ dataFolder: folder })).rejects.toMatchObject(refusal);
  expect(await contentOf(folder)).toEqual(before);
  await replaceDatabase(folder, three);
  await (await start(folder)).stop();
  expect(await fileIdsIn(folder, 'files')).toEqual(await fileIdsIn(three, 'files'));
  await rm(folder, { recursive: true });
});

test('a folder whose files are elsewhere, as on a disk that is not mounted, was begun anew with failed models', async () => {
  const folder = await copyFolder(three);
  const files = join(folder, 'files');
  await rename(files, join(folder, 'mounted-elsewhere'));
  const hint = `where they are lost for good: mkdir -m 700 ${files} (their models then show as failed)`;
  await expect(start(folder)).rejects.toMatchObject({ code: 'storage', hint });
  expect(existsSync(files)).toBe(false);
  await rename(join(folder, 'mounted-elsewhere'), files);
  await (await start(folder)).stop();
  await rm(files, { recursive: true });
  await mkdir(files, { mode: 0o700 });
  await (await start(folder)).stop();
  await rm(folder, { recursive: true });
});

test('a database that is refused because it is older can be taken, and what it does not know is kept', async () => {
  const folder = await copyFolder(three);
  await replaceDatabase(folder, two);
  const refusal = await start(folder).catch((error: { details: string[] }) => error.details.join('\n'));
  const note = /delete "([^"]+)"/.exec(String(refusal))![1]!;
  await rm(note);
  // The older database has the newer files on record as unfinished: their ids were handed out before it was copied.
  const service = await start(folder);
  await service.stop();
  const [files, quarantined] = [await fileIdsIn(folder, 'files'), await fileIdsIn(folder, 'quarantine')];
  expect(files).toEqual(await fileIdsIn(two, 'files'));
  expect([...files, ...quarantined].toSorted()).toEqual(await fileIdsIn(three, 'files'));
  expect(existsSync(note)).toBe(true);
  await rm(folder, { recursive: true });
});

test('a folder of 0.1.0 starts, and what its crash left lies in the quarantine', async () => {
  const folder = await copyFolder(three);
  await makeOld(folder);
  const stray = `ab${'0'.repeat(30)}`;
  await mkdir(join(folder, 'files', 'ab'), { recursive: true });
  await writeFile(join(folder, 'files', 'ab', stray), 'half a patient');
  const notices: string[] = [];
  const service = await openService({
    dataFolder: folder,
    onLog: (line, weight) => void (weight === 'fault' && notices.push(line)),
  });
  const { patients } = await service.list();
  expect(patients.map(({ reconstructions }) => reconstructions[0]!.status)).toEqual(['has_3d', 'has_3d', 'has_3d']);
  expect(await fileIdsIn(folder, 'files')).toEqual(await fileIdsIn(three, 'files'));
  expect(await fileIdsIn(folder, 'quarantine')).toEqual([stray]);
  expect(notices).toEqual([expect.stringMatching(/^1 file that no record explains lies in .*quarantine/)]);
  await service.close();
  await rm(folder, { recursive: true });
});

test('a folder of 0.1.0 with the database of another one changes nothing', async () => {
  const [folder, foreign] = [await copyFolder(three), await copyFolder(other)];
  await makeOld(folder);
  await makeOld(foreign);
  await replaceDatabase(folder, foreign);
  const before = await contentOf(folder);
  await expect(start(folder)).rejects.toMatchObject({ message: expect.stringMatching(/does not belong to the files/) });
  expect(await contentOf(folder)).toEqual(before);
  for (const made of [folder, foreign]) await rm(made, { recursive: true });
});

test('an empty database is not made by looking for one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recon-lost-'));
  await cp(join(three, 'files'), join(folder, 'files'), { recursive: true });
  await expect(openAccounts({ dataFolder: folder })).rejects.toMatchObject({ code: 'storage' });
  expect(existsSync(join(folder, 'recon.db'))).toBe(false);
  await rm(folder, { recursive: true });
});
