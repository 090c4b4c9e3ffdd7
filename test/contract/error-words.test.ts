import { expect, test } from 'vitest';
import { errorWords } from '../../src/contract/error-words.ts';

test('the trunk of a man has sides of the chest', () => {
  expect(errorWords({ torso_front: 2.1, breast_left: 3, breast_right: 3.4 })).toBe(
    'probably exact to 2.1 mm (torso front), 3 mm (left side of the chest), 3.4 mm (right side of the chest)',
  );
});
