import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, RECON, type ReconHome, SAMPLES } from '../support/recon-home.ts';

/** Blocks that other tests run: set-up by .ci/run, the installed package by install.thorough.ts. */
const RUN_ELSEWHERE = [/^npm ci && npm run demo$/, /^npm ci && npm test$/, /^npm install --global/];
const SERVE = 'recon serve';

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1]!.trim());
const isElsewhere = (block: string) => RUN_ELSEWHERE.some((pattern) => pattern.test(block));

let home: ReconHome;
let service: ReturnType<ReconHome['start']>;
let path: string;

/** `recon` on the PATH, the samples where the README expects them, and `recon serve` in a terminal of its own. */
beforeAll(async () => {
  home = await makeHome();
  const bin = join(home.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'recon'), `#!/bin/sh\nexec "${process.execPath}" "${RECON}" "$@"\n`, { mode: 0o755 });
  symlinkSync(SAMPLES, join(home.folder, 'samples'));
  path = `${bin}:${home.environment.PATH}`;
  service = home.start(['serve', '--port', '0']);
  while ((await home.recon(['status'])).exitCode !== 0) await new Promise((again) => setTimeout(again, 100));
});
afterAll(async () => {
  service.kill('SIGTERM');
  await service;
  await home.remove();
});

test('the README has the set-up commands and the serve command', () => {
  expect(blocks.filter(isElsewhere)).toHaveLength(RUN_ELSEWHERE.length);
  expect(blocks).toContain(SERVE);
});

const commands = blocks.filter((block) => !isElsewhere(block) && block !== SERVE).map((block) => [block]);

test.each(commands)('%s', async (block) => {
  const { exitCode, all } = await execa('bash', ['-euo', 'pipefail', '-c', block], {
    cwd: home.folder,
    env: { ...home.environment, PATH: path },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    all: true,
  });
  expect({ exitCode, all }).toMatchObject({ exitCode: 0 });
});
