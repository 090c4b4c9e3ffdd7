import { expect, test } from 'vitest';
import { sameAsOthers } from '../../src/contract/view-name.ts';

test('photos that others have are told for each who have the same ones', () => {
  expect(sameAsOthers([])).toEqual([]);
  expect(sameAsOthers([{ view: 'below', patient_id: 5 }])).toEqual(['patient 5 has the same photo from below']);
  expect(
    sameAsOthers([
      { view: 'front', patient_id: 5, patient_ids: [5, 3] },
      { view: 'right', patient_id: 7 },
      { view: 'left', patient_id: 5, patient_ids: [5, 3] },
      { view: 'left_45', patient_id: 5, patient_ids: [5, 3] },
    ]),
  ).toEqual(['patients 5 and 3 have the same left, front and 45° left photos', 'patient 7 has the same right photo']);
});

test('of photos of all views their number is told, and not each of them', () => {
  const views = ['left', 'front', 'right', 'left_45', 'right_45', 'below'] as const;
  expect(sameAsOthers(views.map((view) => ({ view, patient_id: 5 })))).toEqual(['patient 5 has the same 6 photos']);
});
