import { expect, test } from 'vitest';
import { fitQuestion } from '../../../src/cli/io/fit-question.ts';

const HELP = 'type to narrow; arrow keys move, Enter takes the marked line; Esc leaves';

test('no word of a question is broken at 60 columns', () => {
  const question = fitQuestion(60);
  const message = question.message('Is the patient who is there already the one that is meant by these photos?');
  expect(message).toBe('Is the patient who is there already the one that is meant\n  by these photos?');
  expect(question.below(HELP)).toBe('type to narrow; arrow keys move, Enter takes the marked\nline; Esc leaves');
  // Behind `by these photos?` 39 cells are left.
  expect(question.behind('y/N, then Enter')).toBe('y/N, then Enter');
  expect(question.behind('40  Anne-Marie Wolfeschlegelstein of the Long Hill')).toBe(
    '40  Anne-Marie Wolfeschlegelstein of the\n  Long Hill',
  );
});

test('below a question stands the longest line of keys that has room, in one line at 60 columns too', () => {
  const keys = [HELP, 'type to narrow; arrow keys move; Enter takes; Esc goes back'];
  expect(fitQuestion(80).fitting(keys)).toBe(keys[0]);
  expect(fitQuestion(60).fitting(keys)).toBe(keys[1]);
  expect(fitQuestion(60).below(keys[1]!)).toBe(keys[1]);
  expect(fitQuestion(30).fitting(keys)).toBe(keys[1]);
});

test('an answer that has no room behind its question begins below it', () => {
  const question = fitQuestion(30);
  question.message('Photo of the left profile:');
  expect(question.behind('/home/ana/left.jpg')).toBe('\n  /home/ana/left.jpg');
});
