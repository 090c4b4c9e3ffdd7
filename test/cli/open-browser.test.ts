import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { openBrowser, openLink } from '../../src/cli/open-browser.ts';
import { tempFolder } from '../support/temp-folder.ts';

const started = vi.hoisted((): string[] => []);
const ending = vi.hoisted(() => ({ command: 'true' }));
vi.mock('open', async () => {
  const { spawn } = await import('node:child_process');
  return {
    default: async (address: string) => {
      started.push(address);
      return spawn(ending.command, { stdio: 'ignore' });
    },
  };
});

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

test.each([
  ['true', false],
  ['false', true],
  ['no-such-opener', true],
])('where %s opens the browser, that there is none is told: %s', async (command, isTold) => {
  ending.command = command;
  const said: string[] = [];
  await openBrowser('http://127.0.0.1:4/', { streams: { say: (text: string) => said.push(text) } } as never);
  await new Promise((done) => setTimeout(done, 500));
  const none = 'No browser could be opened here; please open the address yourself.';
  expect(said).toEqual(isTold ? [none] : []);
});
