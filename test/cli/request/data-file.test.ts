import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readData, readDataFile } from '../../../src/cli/request/data-file.ts';

const RULES = { names: ['name', 'postal_code', 'left_45', 'hipline'], paths: ['left_45'] };
const read = (object: object) => readData(object, 'ana.json', '/records', RULES);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recon-data-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('keys are flag names, with _ and - alike; paths are relative to the file', () => {
  const { values, problems } = read({ name: 'Ana', 'postal-code': 4000, left_45: 'photos/l.jpg', hipline: null });
  expect(problems).toEqual([]);
  expect(Object.fromEntries(values)).toEqual({
    name: 'Ana',
    postal_code: '4000',
    left_45: resolve('/records/photos/l.jpg'),
  });
});

test('everything that is wrong is told at once', () => {
  const { problems } = read({ nmae: 'Ana', postal_code: '1', 'postal-code': '2', name: ['Ana'], hipline: true });
  expect(problems).toEqual([
    'ana.json has an unknown key "nmae"',
    'ana.json has "postal_code" twice',
    'ana.json: "name" must be a text or a number',
    'ana.json: "hipline" must be a text or a number',
  ]);
});

test('a size, which an update alone takes, is no unknown word', () => {
  expect(read({ height: 170 }).problems).toEqual([
    'ana.json has an unknown key "height": a new patient has no height or weight; an update sets them, with --height and --weight',
  ]);
});

test.each(['', '[]', '"text"', '{"name":', '7'])('%j is no object, and says so', async (json) => {
  const reading = readDataFile('-', { ...RULES, stdin: Readable.from([json]) });
  await expect(reading).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('stdin') });
});

test('a byte order mark is no obstacle', async () => {
  const path = join(folder, 'bom.json');
  await writeFile(path, '\uFEFF{"left_45":"a.jpg"}');
  const { values } = await readDataFile(path, { ...RULES, stdin: Readable.from([]) });
  expect(values.get('left_45')).toBe(join(folder, 'a.jpg'));
});

test.each(['nothing.json', '.'])('%s cannot be read, and is named', async (name) => {
  const reading = readDataFile(join(folder, name), { ...RULES, stdin: Readable.from([]) });
  await expect(reading).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(folder) });
});

test.each([
  ['patient.zip', 'PK\x03\x04rest', 'is a zip archive', 'unpack it, and give the folder of its photos with --photos'],
  ['people.xlsx', 'PK\x03\x04rest', 'is a spreadsheet', { command: ['patients', 'import', expect.any(String)] }],
  ['people.csv', 'name;email\nAna;\n', 'is a spreadsheet', { command: ['patients', 'import', expect.any(String)] }],
  ['scan', '%PDF-1.7', 'is a PDF document', expect.stringContaining('--name')],
  ['IMG_4711', '\xff\xd8\xff\xe0', 'is a picture (JPEG)', expect.stringContaining('--front')],
  ['.', undefined, 'is a folder', 'give a folder of photos with --photos'],
])('%s as --data was told to be no text, or too large, and not what it is', async (name, content, what, hint) => {
  const path = join(folder, name);
  if (content !== undefined) await writeFile(path, content, 'latin1');
  await expect(readDataFile(path, { ...RULES, stdin: Readable.from([]) })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(`--data ${path} ${what}`),
    hint,
  });
});
