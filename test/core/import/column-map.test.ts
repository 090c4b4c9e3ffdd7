import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepMap, readColumnMap, readKeptMap } from '../../../src/core/import/column-map.ts';
import { recogniseColumns } from '../../../src/core/import/columns.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const MEANT = [
  ['telefone', 'phone'],
  ['codigo postal', 'postal_code'],
  ['notas', undefined],
];

test.each([
  ['lines', '# ours\r\nTelefone = phone\r\n\r\nCódigo postal = Postal-Code\r\nNotas =\r\n'],
  ['JSON', '\ufeff{"Telefone": "phone", "Código postal": "postal_code", "Notas": null}'],
])('a map as %s', (_how, text) => {
  expect([...readColumnMap(text, 'map')]).toEqual(MEANT);
});

test.each([
  ['Telefone = fone', '"Telefone" = "fone": no such field'],
  ['Telefone', 'line 1 has no "="'],
  ['a = phone\nA = email', '"A" is there twice'],
  ['{"a": 1}', '"a" must be a text'],
  ['{"a"', 'it is not valid JSON'],
  ['', 'it names no column'],
])('%j is refused with what is wrong in it', (text, problem) => {
  const refusal = { code: 'usage', details: expect.arrayContaining([expect.stringContaining(problem)]) };
  expect(() => readColumnMap(text, 'map')).toThrow(expect.objectContaining(refusal));
});

test('of columns with one title, the one that is used is kept', async () => {
  const folder = join(tempFolder(), 'columns');
  const titles = ['Telefon', 'Telefon', 'telefon.', '#', '*', ''];
  await keepMap(folder, titles, recogniseColumns(titles));
  expect(await readKeptMap(folder, titles)).toEqual(new Map([['telefon', 'phone']]));
});

test('a map that was confirmed is kept for lists with these titles and for their reports, closed to others', async () => {
  const folder = join(tempFolder(), 'columns');
  const titles = ['Nome', 'Notas'];
  expect(await readKeptMap(folder, titles)).toBeUndefined();
  await keepMap(folder, titles, recogniseColumns(titles));
  const kept = new Map([
    ['nome', 'name'],
    ['notas', undefined],
  ]);
  expect(await readKeptMap(folder, ['nome ', 'NOTAS'])).toEqual(kept);
  expect(await readKeptMap(folder, [...titles, 'recon_id', 'recon_status', 'recon_error', 'recon_row'])).toEqual(kept);
  expect(await readKeptMap(folder, ['Notas', 'Nome'])).toBeUndefined();
  const [file, ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(statSync(join(folder, file!)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(join(folder, file!), 'utf8'))).toEqual({ Nome: 'name', Notas: '' });
});

test('that the surname stands first is written as two fields, and kept so', async () => {
  expect([...readColumnMap('Name, Vorname = Family-Name , given-name', 'map')]).toEqual([
    ['name vorname', 'family_name, given_name'],
  ]);
  const folder = join(tempFolder(), 'columns');
  await keepMap(folder, ['Last, First'], recogniseColumns(['Last, First']));
  expect(await readKeptMap(folder, ['Last, First'])).toEqual(new Map([['last first', 'family_name, given_name']]));
});
