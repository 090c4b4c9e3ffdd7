import { expect, test } from 'vitest';
import { chooseColumns, recogniseColumns, valuesOf } from '../../../src/core/import/columns.ts';

const fieldsOf = (...titles: string[]) => recogniseColumns(titles).all.map(({ field }) => field);

test.each([
  ['Name', 'name'],
  ['  E-MAIL ', 'email'],
  ['left-45', 'left_45'],
  ['Telefone', 'phone'],
  ['Nº de telefone', undefined],
  ['Geburtsname', undefined],
  ['Birth name', undefined],
  ["Mother's name", undefined],
  ['Emergency phone', undefined],
  ['Patient ID', undefined],
  ['Date of birth', undefined],
  ['Estado civil', undefined],
  ['constructor', undefined],
  ['', undefined],
])('%j alone is %s for sure', (title, field) => {
  const [column] = recogniseColumns([title]).all;
  expect(column?.how === 'guess' ? undefined : column?.field).toBe(field);
});

test.each([
  [
    ['Vorname', 'Name'],
    ['given_name', 'family_name'],
  ],
  [
    ['Nome', 'Apelido'],
    ['given_name', 'family_name'],
  ],
  [
    ['Nom', 'Prénom'],
    ['family_name', 'given_name'],
  ],
  [
    ['First name', 'Middle name', 'Last name'],
    ['given_name', 'given_name', 'family_name'],
  ],
  [['Vorname'], ['given_name']],
])('%j are %j', (titles, fields) => {
  const { all, doubts } = recogniseColumns(titles);
  expect({ fields: all.map(({ field }) => field), doubts }).toEqual({ fields, doubts: [] });
});

test('a whole name beside its parts, and two columns of one field, are doubtful; the first is shown', () => {
  const { all, doubts } = recogniseColumns(['Name', 'Vorname', 'Nachname', 'Phone', 'Mobile']);
  expect(all.map(({ field }) => field)).toEqual(['name', undefined, undefined, 'phone', undefined]);
  expect(doubts).toEqual(['phone is in "Phone" and "Mobile"', 'name is in "Name" and in "Vorname" and "Nachname"']);
});

test('a guess beside a sure title is left alone without a doubt', () => {
  expect(recogniseColumns(['Phone', 'Phone (work)'])).toMatchObject({
    all: [{ field: 'phone' }, { field: undefined }],
    doubts: [],
  });
});

test('parts of a name are joined, given names first; what is empty leaves no blank', () => {
  const columns = recogniseColumns(['Nachname', 'Vorname', 'Ort']);
  expect([...valuesOf(['Muster', ' Anne ', 'Köln'], columns)]).toEqual([
    ['city', 'Köln'],
    ['name', 'Anne Muster'],
  ]);
  expect(valuesOf(['Muster', '', ''], columns).get('name')).toBe('Muster');
});

test('what a person says wins over titles, and a guess that nobody confirmed is dropped', () => {
  const { all, doubts } = chooseColumns(
    ['Phone', 'Mobile', 'Phone (work)', 'Name'],
    new Map([
      ['mobile', 'phone'],
      ['name', undefined],
    ]),
  );
  expect({ fields: all.map(({ field }) => field), doubts }).toEqual({
    fields: [undefined, 'phone', undefined, undefined],
    doubts: [],
  });
});

test('our own list, and one made for us, need no word', () => {
  expect(fieldsOf('name', 'postal_code', 'recon_id')).toEqual(['name', 'postal_code', 'recon_id']);
});
