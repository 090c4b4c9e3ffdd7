import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpServer } from '../http/servers.ts';
import { makeHome, type ReconHome } from '../support/recon-home.ts';
import { runMain } from '../support/run-main.ts';
import { tempFolder } from '../support/temp-folder.ts';

let home: ReconHome;
beforeAll(async () => {
  home = await makeHome();
});
afterAll(() => home.remove());

const META = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 0 };

test('waits for a busy service in a long import are told once, and how long they were at the end', async () => {
  let refused = 0;
  const server = await httpServer((_, response, number) => {
    if (number % 2 === 0 && refused < 6) {
      refused += 1;
      response.writeHead(429, { 'retry-after': '2' }).end();
    } else
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ patients: [], meta: META }));
  });
  const list = join(tempFolder(), 'list.csv');
  writeFileSync(list, `name\n${Array.from({ length: 9 }, (_, at) => `Ant Row${at}\n`).join('')}`);
  const environment = { ...home.environment, RECON_BASE_URL: server.url, RECON_TOKEN: 'rcn_canary-0123456789abcdef' };
  const { exitCode, stderr } = await runMain(['patients', 'import', list, '--dry-run', '--jobs', '1'], environment);
  expect(exitCode, stderr).toBe(0);
  expect(refused).toBe(6);
  const lines = stderr.split('\n').filter((line) => /429|waited/.test(line));
  expect(lines).toEqual([
    'the service asks for fewer requests (429); trying again in 2.0 s, and whenever it asks for that',
    'waited 12 s in all, as the service was busy',
  ]);
}, 60_000);
