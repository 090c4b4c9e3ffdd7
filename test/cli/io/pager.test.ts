import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pagedText } from '../../../src/cli/io/pager.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** What stdout got of a text of many pages, and whether the reading was ended early. */
async function show(pager: string, environment: Record<string, string | undefined> = process.env) {
  let stdout = '';
  const streams = {
    write: async (text: string | Uint8Array) => {
      stdout += text;
    },
    stdoutClosed: () => false,
  };
  const paged = pagedText(streams, { pager, rows: 2, environment });
  let written = '';
  for (let page = 0; page < 100 && !paged.isLeft(); page += 1) {
    const text = `${page} ${'x'.repeat(10_000)}\n`.repeat(3);
    written += text;
    await paged.write(text);
  }
  await paged.end();
  return { stdout, written };
}

test.each([
  ['a pager that is not there', 'no-such-pager-anywhere 2> /dev/null', process.env],
  ['a pager that cannot be run', '/dev/null 2> /dev/null', process.env],
  ['no shell', 'cat', { PATH: '/nowhere' }],
])('%s: all of the answer goes to stdout', async (_what, pager, environment) => {
  const { stdout, written } = await show(pager, environment);
  expect(written.length).toBeGreaterThan(3_000_000);
  expect(stdout === written).toBe(true);
});

test.each(['true', 'head -1 > /dev/null', 'exit 3'])('who leaves %j has seen enough', async (pager) => {
  const { stdout, written } = await show(pager);
  expect(stdout).toBe('');
  expect(written.length).toBeLessThan(3_000_000);
});

test('all of the text goes through a pager that reads it', async () => {
  const file = join(tempFolder(), 'seen');
  const { stdout, written } = await show(`cat > ${file}`);
  expect(stdout).toBe('');
  expect(readFileSync(file, 'utf8') === written).toBe(true);
});
