import { expect, test } from 'vitest';
import { GLANCE_COLUMNS } from '../../../src/cli/output/glance-columns.ts';
import { PATIENT_COLUMN_NAMES } from '../../../src/cli/output/patient-columns.ts';
import { workbook, workbookColumns } from '../../../src/cli/output/workbook-columns.ts';
import { recogniseColumns } from '../../../src/core/import/columns.ts';

test('a workbook tells the models as the list does; an accepted earlier model is not failed', () => {
  const reconstructions = [
    { type: 'FaceReconstruction', status: 'failed', accepted: true, frames: 'https://clinic.example/frames.jpg' },
    { type: 'BodyReconstruction', status: 'processing', updated_at: '2026-11-28T08:00:00Z' },
    { type: 'MammoReconstruction', status: 'has_3d' },
  ];
  const [column] = workbookColumns(['reconstructions']);
  expect(column!.text({ id: 1, reconstructions })).toBe('body generating, breast ready, face ready and accepted');
  expect(column!.text({ id: 1, reconstructions: [] })).toBe('');
});

test('a doubt that the list on the screen tells was `face ready` in a workbook', () => {
  const { columns, tell } = workbook(['reconstructions']);
  const ready = { id: 7, reconstructions: [{ type: 'FaceReconstruction', status: 'has_3d' }] };
  expect(columns[0]!.text(ready)).toBe('face ready');
  tell({ doubts: new Map([['7', new Map([['face', 'of others' as const]])]]) });
  expect(columns[0]!.text(ready)).toBe('face ready (whose photos?)');
  expect(columns[0]!.text({ ...ready, id: 8 })).toBe('face ready');
});

test('the titles of a workbook are words; a field that only a service knows keeps its name', () => {
  const titles = workbookColumns(undefined).map(({ name }) => name);
  expect(titles.slice(0, 3)).toEqual(['ID', 'Name', 'E-mail']);
  // It was the second column, "Player ID", which a reader took for a number of the clinic.
  expect(titles.slice(8)).toEqual(['Postal code', 'State', 'Height', 'Weight', '3D model', 'Changed', 'player_id']);
  expect(workbookColumns(['player_id', 'id']).map(({ name }) => name)).toEqual(['player_id', 'ID']);
  expect(workbookColumns(['id', 'own_field']).map(({ name }) => name)).toEqual(['ID', 'own_field']);
});

test('what a workbook calls a column is what the list on the screen calls it', () => {
  const onScreen = GLANCE_COLUMNS.map(({ title }) => title);
  const titles = workbookColumns(undefined).map(({ name }) => name.toUpperCase());
  expect(titles).toEqual(expect.arrayContaining(onScreen));
});

const UNITS = new Map([
  ['height', 'cm'],
  ['weight', 'kg'],
]);

test('a height and a weight have the unit that the service tells, or none', () => {
  const titles = (units?: ReadonlyMap<string, string>) =>
    workbookColumns(['height', 'weight'], { units }).map(({ name }) => name);
  expect(titles(UNITS)).toEqual(['Height (cm)', 'Weight (kg)']);
  expect(titles(new Map())).toEqual(['Height', 'Weight']);
});

test.each([undefined, UNITS])(
  'an import reads each title of a workbook as it reads the name in CSV, units %j',
  (units) => {
    const fieldsOf = (titles: readonly string[]) => recogniseColumns(titles).all.map(({ field }) => field);
    const fields = fieldsOf(workbookColumns(undefined, { units: units }).map(({ name }) => name));
    const read = fields.filter((field) => field !== undefined);
    expect(read).toEqual(fieldsOf(PATIENT_COLUMN_NAMES).filter((field) => field !== undefined));
    expect(read).toHaveLength(11);
  },
);
