import { expect, test } from 'vitest';
import { STANDARD_VIEWS, viewName } from '../../../src/pages/viewer/views.ts';

test('each standard view is called as its button is', () => {
  expect(STANDARD_VIEWS.map(({ from }) => viewName(from))).toEqual(STANDARD_VIEWS.map(({ name }) => name));
});

test.each([
  [[0, 1, 10], 'Front, 6° from above'],
  [[-1, -0.2, 2], '27° right, 5° from below'],
  [[0.1, 0, -1], '174° left'],
  [[-0.001, 0, -1], 'Back'],
] as const)('a view between them is told in degrees: %j', (from, name) => {
  expect(viewName(from)).toBe(name);
});
