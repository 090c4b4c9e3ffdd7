import { expect, test } from 'vitest';
import { batchLine } from '../../../src/cli/commands/batch-line.ts';

const at = (done: number, elapsedMs: number, counts: string[] = []) =>
  batchLine({ done, total: 1000, elapsedMs, what: 'archives', counts });

test.each([
  ['at first no rate is told', at(3, 900), '3 of 1000 archives'],
  ['then rate and time left', at(40, 10_000), '40 of 1000 archives · 4.0 a second · 4 min left'],
  ['many a second', at(500, 10_000), '500 of 1000 archives · 50 a second · 10 s left'],
  ['nothing done so far', at(0, 10_000), '0 of 1000 archives'],
  ['all done', at(1000, 10_000), '1000 of 1000 archives · 100 a second'],
  ['further counts come last', at(40, 900, ['3.2 MB', '1 failed']), '40 of 1000 archives · 3.2 MB · 1 failed'],
])('%s', (_, line, expected) => {
  expect(line).toBe(expected);
});
