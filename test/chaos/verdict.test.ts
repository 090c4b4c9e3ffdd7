import { expect, test } from 'vitest';
import { faultOf, faultOfOpen, faultOfResume, faultOfWords, type Resumed, type Run, type Words } from './verdict.ts';

// A judge who lets everything pass would make every table green.

const RUN: Run = {
  ...{ operation: { isChange: true }, fault: {}, strikes: 'once', isItself: true },
  ...{ exit: 0, times: 1, isRight: true },
};
test.each<[string | undefined, Partial<Run>]>([
  [undefined, {}],
  [undefined, { exit: 10, times: 0 }],
  [undefined, { exit: 6, times: 0 }],
  ['doubled (2 times)', { times: 2 }],
  ['exit 0, and it was not made', { times: 0 }],
  ['exit 0 with a wrong answer', { isRight: false }],
  ['exit 6, and it was made', { exit: 6 }],
  ['exit 12 is for something else', { exit: 12, times: 0 }],
  ['a read has no unknown outcome', { exit: 10, times: 0, operation: { isChange: false } }],
  ['exit 6 where 5 is due', { exit: 6, times: 0, fault: { saysRefused: { once: 5, always: 5 } } }],
])('of a run: %s', (fault, over) => expect(faultOf({ ...RUN, ...over })).toBe(fault));

const RESUMED: Resumed = { operation: {}, withoutKeys: true, exit: 0, times: 1, open: 0 };
test.each<[string | undefined, Partial<Resumed>]>([
  [undefined, {}],
  [undefined, { operation: { isBlind: true }, exit: 10, times: 0, open: 1 }],
  ['resume doubled it (2 times)', { times: 2 }],
  ['resume ended with 10', { exit: 10, times: 0, open: 1 }],
  ['resume ended with 0, and it was not made', { times: 0 }],
  ['done, and still open', { open: 1 }],
])('of a resume: %s', (fault, over) => expect(faultOfResume({ ...RESUMED, ...over })).toBe(fault));

test('of what is left open', () => {
  expect([faultOfOpen(10, 1), faultOfOpen(0, 0), faultOfOpen(0, undefined)]).toEqual([undefined, undefined, undefined]);
  expect(faultOfOpen(10, 0)).toBe('exit 10 with 0 changes left open');
  expect(faultOfOpen(0, 1)).toBe('exit 0 with 1 changes left open');
});

const WORDS: Words = { exit: 6, stdout: '', stderr: 'recon: no', token: 'secret' };
test.each<[string | undefined, Partial<Words>]>([
  [undefined, {}],
  ['the token is told', { stderr: 'recon: secret' }],
  ['a stack is told', { stderr: 'recon: no\n    at run (file.js:1:2)' }],
  ['a failure with something on stdout', { stdout: '1' }],
  ['a failure without a word', { stderr: '' }],
])('of the words: %s', (fault, over) => expect(faultOfWords({ ...WORDS, ...over })).toBe(fault));
