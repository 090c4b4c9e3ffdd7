import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as soon } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dropOldLines } from '../../../src/core/journal/drop-old-lines.ts';
import { type JournalLine, journalLineText } from '../../../src/core/journal/line.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const filler = (at: number) =>
  Array.from({ length: 80_000 }, (_, row) => journalLineText({ row: `batch:row:${row}`, patient: '7', at }));

test('what an unfinished import has done is kept, however long ago', async () => {
  const path = join(tempFolder(), 'journal.jsonl');
  const old = 1_000_000;
  const done = (batch: string, entry: string): JournalLine[] => [
    { batch, at: old, state: 'begun' },
    {
      ...{ entry, at: old, state: 'planned', deed: 'create' },
      ...{ request: 'r', account: 'a', key: 'k', row: `${batch}:row:0` },
    },
    { entry, at: old, state: 'done', patient: '9' },
    { row: `${batch}:row:1`, patient: '10', at: old },
  ];
  const finished: JournalLine = { batch: 'finished', at: old, state: 'finished' };
  const lines = [...done('open', 'one'), ...done('finished', 'two'), finished].map((line) => journalLineText(line));
  writeFileSync(path, [...lines, ...filler(old)].join(''));
  await dropOldLines(path, old + 40 * 86_400_000);
  expect(readFileSync(path, 'utf8').split('\n').filter(Boolean)).toEqual(lines.slice(0, 4).map((line) => line.trim()));
});

test('a line that is being written while the journal is written anew is not lost', async () => {
  const path = join(tempFolder(), 'journal.jsonl');
  const now = Date.now();
  writeFileSync(path, filler(now).join(''));
  const file = openSync(path, 'a');
  const line = journalLineText({ row: 'batch:late:0', patient: '8', at: now });
  writeSync(file, line.slice(0, 20));
  const dropping = dropOldLines(path, now);
  while (!existsSync(`${path}.new-${process.pid}`)) await soon();
  writeSync(file, line.slice(20));
  closeSync(file);
  await dropping;
  expect(readFileSync(path, 'utf8')).toContain(line.trim());
});
