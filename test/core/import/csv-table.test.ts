import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openInput } from '../../../src/core/import/open-input.ts';
import { BY_TITLES } from '../../support/by-titles.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function reading(content: string | Buffer, name = 'list.csv') {
  const path = join(tempFolder(), name);
  writeFileSync(path, content);
  const input = await openInput(path, BY_TITLES);
  const rows: { place: string; values: Record<string, string>; problems: string[] }[] = [];
  for await (const { place, values, problems } of input.rows()) {
    rows.push({ place, values: Object.fromEntries(values), problems });
  }
  return { rows, problems: input.problems, style: input.style() };
}

const ANA = { place: 'row 2', values: { name: 'Ana', city: 'Lisboa' }, problems: [] };

test.each([
  ['comma', 'name,city\nAna,Lisboa\n'],
  ['semicolon', 'name;city\nAna;Lisboa\n'],
  ['tab', 'name\tcity\nAna\tLisboa\n'],
  ['CRLF', 'name,city\r\nAna,Lisboa\r\n'],
  ['CR', 'name,city\rAna,Lisboa\r'],
  ['byte order mark', '\ufeffname,city\nAna,Lisboa\n'],
  ['no line end', 'name,city\nAna,Lisboa'],
  ['a comma inside quotes of a header with semicolons', '"name";city\n"Ana";Lisboa\n'],
  ['spaces around column names', ' name , city \nAna,Lisboa\n'],
  ['empty rows below', 'name,city\nAna,Lisboa\n\n,\n,\n'],
])('%s', async (_what, text) => {
  expect(await reading(text)).toMatchObject({ rows: [ANA], problems: [] });
});

test.each([
  ['Apellidos, nombre;Teléfono\nRuiz Gómez, Carmen;+34 1\nOtra, Ana;+34 2\n', ';'],
  ['Name;Ort\nÖztürk, Ayşe;Berlin, Mitte\nGroß, Jürgen;Köln, Süd\n', ';'],
  ['Name\tOrt\nÖztürk, Ayşe\tBerlin\n', '\t'],
  ['name, city\nAna, Lisboa\nBo, Porto; Faro\n', ','],
  ['name,notes\nAna,a; b\nBo,c; d\n', ','],
  ['name\nAna\n', ','],
])('%j has its cells between %j', async (text, delimiter) => {
  expect((await reading(text)).style).toMatchObject({ delimiter });
});

test.each(['utf16le', 'utf16be'] as const)('%s, as a spreadsheet saves Unicode text', async (encoding) => {
  const bytes = Buffer.from('\ufeffname\tcity\r\nAna\tLisboa\r\n', 'utf16le');
  const { rows, style } = await reading(encoding === 'utf16le' ? bytes : bytes.swap16());
  expect(rows).toEqual([ANA]);
  expect(style).toMatchObject({ delimiter: '\t', bom: true });
});

test('what is neither UTF-8 nor Windows-1252 throughout is refused with the line where it shows', async () => {
  const mixed = Buffer.from('name,city\nZoë,Lisboa\n');
  const refusal = (line: number) => ({ code: 'usage', message: expect.stringContaining(`line ${line}`) });
  await expect(reading(Buffer.concat([mixed, Buffer.from('José,Porto\n', 'latin1')]))).rejects.toMatchObject(
    refusal(3),
  );
  await expect(reading(Buffer.from([...mixed, 0x41, 0x81, 0x0a]))).rejects.toMatchObject(refusal(3));
  await expect(reading(Buffer.from('name,city\nAna,Lisboa\n', 'utf16le'))).rejects.toMatchObject(refusal(1));
});

test('a character cut by the pieces a file is read in stays whole', async () => {
  const name = `${'é'.repeat(32_757)}!`;
  const { rows } = await reading(`name\n${name}x\n${name}\n`);
  expect(rows.map(({ values }) => values['name'])).toEqual([`${name}x`, name]);
});

test('a cell may hold line breaks, and an empty row counts as a spreadsheet program counts it', async () => {
  const { rows } = await reading('name,address\nAna,"Rua 1\r\nLisboa"\n\nBo,"a ""b"""\n');
  expect(rows.map(({ place, values }) => [place, values['address']])).toEqual([
    ['row 2', 'Rua 1\r\nLisboa'],
    ['row 4', 'a "b"'],
  ]);
});

test('a cell that was defused for a spreadsheet is read as it was', async () => {
  const { rows } = await reading("name,phone\n'=1+1,'+351 1\n'Ana',+351 2\n");
  expect(rows.map(({ values }) => values)).toEqual([
    { name: '=1+1', phone: '+351 1' },
    { name: "'Ana'", phone: '+351 2' },
  ]);
});

test.each([
  ['name,"ci"ty\nAna,Lisboa\n', 'row 1, the titles: has a quote inside a cell, "ci"ty, in line 1'],
  ['name,city\nBo,"Porto\nCy,Faro\nDi "D" Row,Braga\n', 'line 2: a quote that begins here is not closed in its line'],
  ['name,city\nBo,Porto "\nCy,Faro\nDi,"Braga" x"\n', 'lines 2 and 4: each has a quote without another'],
  ['name,city\nAna,Lisboa\nBo,"Porto\nCy,Faro\n', 'line 3: a quote that begins here is not closed'],
])('%j is told with its line', async (text, problem) => {
  expect((await reading(text)).problems).toEqual([expect.stringContaining(problem)]);
});

test.each([
  ['Bo "Bobby" Two,Porto', 'Bo "Bobby" Two', 'Porto', 0],
  ['"Bo" Two,Porto', '"Bo" Two', 'Porto', 0],
  ['Bo 5" Two,Porto', 'Bo 5" Two', 'Porto', 0],
  ['"Bo, ""B""","Por"to', 'Bo, "B"', '"Por"to', 1],
])('a quote inside a cell is a problem of its row alone: %s', async (line, name, city, at) => {
  const { rows, problems } = await reading(`name,city\nAna,Lisboa\n\n${line}\nCy,"Faro ""F"""\n`);
  expect(problems).toEqual([]);
  expect(rows).toEqual([
    ANA,
    {
      place: 'row 4',
      values: { name, city },
      problems: [
        `has a quote inside a cell, ${[name, city][at]}, in line 4; delete the quote, or put the cell in quotes and double each quote in it`,
      ],
    },
    { place: 'row 5', values: { name: 'Cy', city: 'Faro "F"' }, problems: [] },
  ]);
});

test('a row with too few or too many cells says so', async () => {
  const { rows } = await reading('name,city,\nAna\nBo,Porto,,x\nCy,Faro,y\nDi,Braga,\n');
  expect(rows.map(({ problems }) => problems)).toEqual([
    ['has 1 cells, and the header has 3'],
    ['has 4 cells, and the header has 3'],
    [],
    [],
  ]);
});

test.each(['name', '', '\n\n'])('%j holds no patients', async (text) => {
  expect((await reading(text)).rows).toEqual([]);
});

test('names that JavaScript knows too are no fields', async () => {
  const { rows, problems } = await reading('name,__proto__,constructor\nAna,x,y\n');
  expect({ rows, problems }).toEqual({
    rows: [{ place: 'row 2', values: { name: 'Ana' }, problems: [] }],
    problems: [],
  });
});
