import { expect, test } from 'vitest';
import { implantOfRow, NO_IMPLANT } from '../../../src/contract/implant-rows.ts';
import { savedSimulations } from '../../../src/core/viewer/saved-simulations.ts';

const implant = implantOfRow({ reference: 'R', brand: 'B', volume: '300', diameter: '11', projection: '4' });
const plan = { id: 3, name: 'Plan A', description: '', left_implant: implant, right_implant: NO_IMPLANT };
const saved = (simulations: unknown, type = 'MammoReconstruction') =>
  savedSimulations({ text: '', body: { patient: { reconstructions: [{ type, simulations }] } } } as never);

test('the simulations of a record are shown as they are, those of a face not at all', () => {
  expect(saved([{ ...plan, updated_at: 't', frames: 'https://example.org/f' }])).toEqual([plan]);
  expect(saved([plan], 'FaceReconstruction')).toEqual([]);
});

test.each([
  [undefined, 0],
  ['text', 0],
  [[null, 7, 'x', {}, { id: 'a' }, { id: 1.5 }], 0],
  [[{ id: 1 }, { id: 2, left_implant: 'x', right_implant: { volume: [], implant_category: 4 } }], 2],
  [[{ id: 1, name: { evil: 1 }, description: 'x'.repeat(5000), left_implant: { volume: '300' } }], 1],
  [Array.from({ length: 5000 }, (_, id) => ({ id })), 500],
])('what another service may send as simulations breaks nothing (%#)', (sent, count) => {
  const found = saved(sent);
  expect(found).toHaveLength(count);
  for (const one of found) {
    expect(typeof one.name).toBe('string');
    expect(one.description.length).toBeLessThanOrEqual(1000);
    for (const side of [one.left_implant, one.right_implant])
      expect(typeof side.implant_category.brand.name).toBe('string');
  }
});
