import { expect, test } from 'vitest';
import { PATIENT_COLUMN_NAMES } from '../../../src/cli/output/patient-columns.ts';
import { workbookColumns } from '../../../src/cli/output/workbook-columns.ts';
import { recogniseColumns } from '../../../src/core/import/columns.ts';

test('a workbook tells the models as the list does; an accepted earlier model is not failed', () => {
  const reconstructions = [
    { type: 'FaceReconstruction', status: 'failed', accepted: true, frames: 'https://clinic.example/frames.jpg' },
    { type: 'BodyReconstruction', status: 'processing', updated_at: '2026-11-28T08:00:00Z' },
    { type: 'MammoReconstruction', status: 'has_3d' },
  ];
  const [column] = workbookColumns(['reconstructions']);
  expect(column!.text({ id: 1, reconstructions })).toBe('body generating, mammo ready, face ready and accepted');
  expect(column!.text({ id: 1, reconstructions: [] })).toBe('');
});

test('the titles of a workbook are words; a field that only a service knows keeps its name', () => {
  const titles = workbookColumns(undefined).map(({ name }) => name);
  expect(titles.slice(0, 4)).toEqual(['ID', 'Player ID', 'Name', 'E-mail']);
  expect(titles.slice(9)).toEqual(['Postal code', 'State', 'Height', 'Weight', 'Reconstructions', 'Updated']);
  expect(workbookColumns(['id', 'own_field']).map(({ name }) => name)).toEqual(['ID', 'own_field']);
});

test('an import reads each title of a workbook as it reads the name in CSV', () => {
  const fieldsOf = (titles: readonly string[]) => recogniseColumns(titles).all.map(({ field }) => field);
  const fields = fieldsOf(workbookColumns(undefined).map(({ name }) => name));
  expect(fields).toEqual(fieldsOf(PATIENT_COLUMN_NAMES));
  expect(fields.filter((field) => field !== undefined)).toHaveLength(11);
});
