import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as soon } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dropOldLines } from '../../../src/core/journal/drop-old-lines.ts';
import { lineText } from '../../../src/core/journal/line.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('a line that is being written while the journal is written anew is not lost', async () => {
  const path = join(tempFolder(), 'journal.jsonl');
  const now = Date.now();
  const lines = Array.from({ length: 80_000 }, (_, at) => lineText({ row: `batch:row:${at}`, patient: '7', at: now }));
  writeFileSync(path, lines.join(''));
  const file = openSync(path, 'a');
  const line = lineText({ row: 'batch:late:0', patient: '8', at: now });
  writeSync(file, line.slice(0, 20));
  const dropping = dropOldLines(path, now);
  while (!existsSync(`${path}.new-${process.pid}`)) await soon();
  writeSync(file, line.slice(20));
  closeSync(file);
  await dropping;
  expect(readFileSync(path, 'utf8')).toContain(line.trim());
});
