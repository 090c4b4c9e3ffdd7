import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { openLink } from '../../src/cli/open-browser.ts';
import { tempFolder } from '../support/temp-folder.ts';

const started = vi.hoisted((): string[] => []);
vi.mock('open', () => ({
  default: async (address: string) => {
    started.push(address);
    return { on: () => {} };
  },
}));

test('a link is not in the arguments of the browser, but in a file that only this user reads, and that goes', async () => {
  const home = tempFolder();
  const link = 'http://127.0.0.1:4/secret?a=1&b="2"';
  const said: string[] = [];
  const around = {
    streams: { say: (text: string) => said.push(text) },
    environment: { HOME: home },
    clock: { sleep: async () => {} },
    signal: new AbortController().signal,
  };
  const opened = await openLink(link, around as never);
  expect(started).toEqual([expect.stringMatching(/^file:/)]);
  expect(started[0]).not.toContain('secret');
  const page = fileURLToPath(started[0]!);
  expect(dirname(dirname(page))).toBe(home);
  expect(statSync(page).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(page)).mode & 0o777).toBe(0o700);
  expect(readFileSync(page, 'utf8')).toContain('content="0;url=http://127.0.0.1:4/secret?a=1&amp;b=%222%22"');
  await opened.removeSoon();
  expect(readdirSync(home)).toEqual([]);
  expect(said).toEqual([]);
});
