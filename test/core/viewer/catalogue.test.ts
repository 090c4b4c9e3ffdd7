import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogue } from '../../../src/core/viewer/catalogue.ts';
import type { ReconError } from '../../../src/errors.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const HEADER = 'reference,brand,category,shape,profile,surface,volume,diameter,projection,width,height';
const ROUND = 'R-300,Example,Round smooth,Round,High,Smooth,300,11.8,4.1,,';

function file(text: string | Buffer): string {
  const path = join(tempFolder(), 'implants.csv');
  writeFileSync(path, text);
  return path;
}
const refusal = async (text: string) =>
  await readCatalogue(file(text)).then(
    () => expect.unreachable(),
    (error: ReconError) => error,
  );

test('a list of implants is read, in any order of the columns', async () => {
  const [round, tall] = await readCatalogue(
    file(`${HEADER}\n${ROUND}\nA-250,Example,Tall,Anatomical,Moderate,Microtextured,250,,3.9,10.5,11\n`),
  );
  expect(round).toEqual({
    ...{ volume: '300', diameter: '11.8', projection: '4.1', width: '11.8', height: '11.8' },
    ...{ reference: 'R-300', white: false },
    implant_category: {
      ...{ name: 'Round smooth', shape: 'Round', profile: 'High', surface: 'Smooth' },
      brand: { name: 'Example' },
    },
  });
  expect(tall).toMatchObject({ diameter: '10.5', width: '10.5', height: '11' });
  const few = await readCatalogue(file('Volume,Brand,Projection,Reference,Diameter\n300,Example,4.1,R-300,11.8\n'));
  expect(few).toMatchObject([{ volume: '300', reference: 'R-300', implant_category: { shape: '' } }]);
});

test('what spreadsheet programs write is understood: semicolons, decimal commas, marks and other alphabets', async () => {
  const text = '\ufeffreference;brand;volume;diameter;projection\r\nR-1;Ötzi;300;11,8;4,1\r\n';
  expect(await readCatalogue(file(text))).toMatchObject([
    { diameter: '11.8', implant_category: { brand: { name: 'Ötzi' } } },
  ]);
});

test('every wrong cell is told by its row and column, all at once', async () => {
  const rows = ['R-1,B,,,,,300,118,4.1,,', ',B,,,,,abc,11.8,4.1,,', 'R-1,B,,,,,300,11.8,,,'];
  const { code, details } = await refusal(`${HEADER}\n${rows.join('\n')}\n`);
  expect(code).toBe('usage');
  expect(details).toEqual([
    'row 2: column diameter is "118"; it must be a number of cm from 3 to 30, such as 11.8; 118 looks like mm',
    'row 3: column reference is missing',
    'row 3: column volume is "abc"; it must be a number of cm³ from 20 to 2000',
    'row 4: column projection is missing',
    'row 4: has the brand and reference of row 2',
  ]);
});

test.each([
  ['reference,brand,volume,diameter\nR,B,300,11\n', 'there is no column projection'],
  [`${HEADER},price\n${ROUND},9\n`, 'column 12 is called "price"'],
  [`${HEADER},brand\n${ROUND},B\n`, 'column 12 is brand once more'],
  [`${HEADER}\n`, 'it has no implants'],
  ['', 'its columns may be reference, brand'],
  [`${HEADER}\n${ROUND},more\n`, 'row 2: has 12 cells, and the header has 11'],
  [`${HEADER}\n"R-1,B\n`, 'line 2: a quote that begins here is not closed'],
])('a list like %j is refused: %s', async (text, reason) => {
  expect((await refusal(text)).details.join('\n')).toContain(reason);
});

test('a hundred faults are told as twenty and a number', async () => {
  const rows = Array.from({ length: 100 }, (_, i) => `R-${i},B,,,,,1,11.8,4.1,,`);
  const { details } = await refusal(`${HEADER}\n${rows.join('\n')}\n`);
  expect(details).toHaveLength(21);
  expect(details.at(-1)).toBe('and 80 more');
});

test('more than 2000 implants are too many', async () => {
  const rows = Array.from({ length: 2001 }, (_, i) => `R-${i},B,,,,,300,11.8,4.1,,`);
  expect((await refusal(`${HEADER}\n${rows.join('\n')}\n`)).details).toEqual(['it has more than 2000 rows']);
});

test('a file that is not there and a folder are told', async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'folder.csv'));
  await expect(readCatalogue(join(folder, 'none.csv'))).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('does not exist'),
  });
  await expect(readCatalogue(join(folder, 'folder.csv'))).rejects.toMatchObject({
    message: expect.stringContaining('is not a file'),
  });
});
