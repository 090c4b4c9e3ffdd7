import { expect, test } from 'vitest';
import { fitQuestion } from '../../../src/cli/io/fit-question.ts';
import { KEYS } from '../../../src/cli/io/prompt.ts';

const HELP = `type to search; ${KEYS[0]}; Esc leaves`;

test('no word of a question is broken at 60 columns', () => {
  const question = fitQuestion(60);
  const message = question.message('Is the patient who is there already the one that is meant by these photos?');
  expect(message).toBe('Is the patient who is there already the one that is meant\n  by these photos?');
  expect(question.below(HELP)).toBe('type to search; arrow keys move, Enter chooses the marked\nline; Esc leaves');
  // Behind `by these photos?` 39 cells are left.
  expect(question.behind('y/N, then Enter')).toBe('y/N, then Enter');
  expect(question.behind('40  Anne-Marie Wolfeschlegelstein of the Long Hill')).toBe(
    '40  Anne-Marie Wolfeschlegelstein of the\n  Long Hill',
  );
});

test('what short keys do stays together where it has no room behind the question', () => {
  const question = fitQuestion(30);
  question.message('It cannot be undone. Go on?');
  expect(question.behind('y/N, then Enter')).toBe('\n  y/N, then Enter');
});

test('below a question stands the longest line of keys that has room, in one line at 60 columns too', () => {
  const at = (columns: number, out: string) =>
    fitQuestion(columns).fitting(KEYS.map((text) => `type to search; ${text}; ${out}`));
  expect(at(80, 'Esc goes back')).toBe('type to search; arrow keys move, Enter chooses the marked line; Esc goes back');
  expect(at(60, 'Esc leaves')).toBe('type to search; arrow keys move; Enter chooses; Esc leaves');
  expect(at(60, 'Esc goes back')).toBe('type to search; arrows move; Enter chooses; Esc goes back');
  for (const out of ['Esc leaves', 'Esc goes back']) expect(fitQuestion(60).below(at(60, out))).toBe(at(60, out));
  expect(at(30, 'Esc leaves')).toBe('type to search; arrows move; Enter chooses; Esc leaves');
});

test('an answer that has no room behind its question begins below it', () => {
  const question = fitQuestion(30);
  question.message('Photo of the left profile:');
  expect(question.behind('/home/ana/left.jpg')).toBe('\n  /home/ana/left.jpg');
});
