import { expect, test } from 'vitest';
import { stepText } from '../../../src/cli/output/step-text.ts';

const theme = { dim: (text: string) => `<${text}>` };
const step = {
  label: 'next: ',
  line: 'recon update 3 --type face --eye-distance CM',
  because: 'with the right number',
};

test('what a command is for stands behind it, or below it where it has no room, and is all that is dim', () => {
  expect(stepText(step, { width: 80, theme })).toBe(
    'next: recon update 3 --type face --eye-distance CM <(with the right number)>',
  );
  expect(stepText(step, { width: 60, theme })).toBe(
    'next: recon update 3 --type face --eye-distance CM\n    <(with the right number)>',
  );
  expect(stepText({ ...step, label: '  ' }, { width: 40, theme })).toBe(
    '  recon update 3 --type face \\\n    --eye-distance CM\n    <(with the right number)>',
  );
  expect(stepText(step, { width: undefined, theme })).toContain('CM <(with the right number)>');
});

test('a reason of several lines is dim in each of them', () => {
  const because = 'with the right number; of adults it is 4.5 to 8 cm, and of children it may be less than that';
  expect(stepText({ ...step, because }, { width: 60, theme })).toBe(
    [
      'next: recon update 3 --type face --eye-distance CM',
      '    <(with the right number; of adults it is 4.5 to 8 cm, and>',
      '    <of children it may be less than that)>',
    ].join('\n'),
  );
});

test('without a reason the command stands alone', () => {
  expect(stepText({ label: 'next: ', line: 'recon list' }, { width: 80, theme })).toBe('next: recon list');
});
