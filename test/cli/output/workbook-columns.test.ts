import { expect, test } from 'vitest';
import { workbookColumns } from '../../../src/cli/output/workbook-columns.ts';

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
