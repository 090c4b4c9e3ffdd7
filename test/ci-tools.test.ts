import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = readFileSync(`${root}.ci/run`, 'utf8');
/** Programs that every Debian has which runs Node, and what only `npm run chaos -- --full` asks for. */
const NOT_INSTALLED = ['bash', 'openssl', 'prlimit', 'script', 'sha256sum', 'sqlmap'];

test('.ci/run installs every program that a test requires', () => {
  const tests = readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const required = tests.flatMap((name) =>
    [...readFileSync(`${root}test/${name}`, 'utf8').matchAll(/requireTool\('([^']+)'\)/g)].map(([, tool]) => tool!),
  );
  expect(required).toContain('zsh');
  const installed = new Set([...run.matchAll(/for tool in ([^;]+);/g)].flatMap(([, tools]) => tools!.split(' ')));
  for (const [, tool] of run.matchAll(/command -v ([\w-]+) >/g)) installed.add(tool!);
  expect([...new Set(required)].filter((tool) => !installed.has(tool) && !NOT_INSTALLED.includes(tool))).toEqual([]);
});
