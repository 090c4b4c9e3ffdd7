import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, postgresPrograms } from '../support/postgres.ts';
import { makeHome, RECON, type ReconHome, SAMPLES } from '../support/recon-home.ts';
import { openS3, type S3Server } from '../support/s3-server.ts';
import { selfSigned } from '../support/self-signed.ts';

/** Blocks that other tests run: set-up by .ci/run, the installed package by install.thorough.ts. */
const RUN_ELSEWHERE = [/^npm ci && npm run demo$/, /^npm ci && npm test$/, /^npm ci && npm pack\n/];
const SERVE = 'recon serve';
/** A service, a worker, a model that is shown: it has a terminal of its own, and runs until all of the README is typed. */
const STAYS = /^recon (serve|view)\b(?!.* -- ).*$/;
const LOAD = 'set -a; . ./recon.env; set +a';
const MANY_MACHINES = '### Many machines';

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');
const [beforeMany = '', many = ''] = readme.split(`${MANY_MACHINES}\n`);
const shellBlocks = (text: string) => [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1]!.trim());
const blocks = shellBlocks(readme);
const isElsewhere = (block: string) => RUN_ELSEWHERE.some((pattern) => pattern.test(block));

let home: ReconHome;
let path: string;
let s3: S3Server | undefined;
let database: Awaited<ReturnType<typeof openTestDatabase>> | undefined;

const bash = (block: string) =>
  execa('bash', ['-euo', 'pipefail', '-c', block], {
    cwd: home.folder,
    env: { ...home.environment, PATH: path },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    all: true,
  });

const staying: ReturnType<typeof bash>[] = [];

/** The same command, on a free port of this machine alone. It returns when the process has said that it runs. */
async function stay(block: string): Promise<void> {
  const port = /^recon serve\b/m.test(block) ? ' --port 0' : '';
  const child = bash(`${block.replace(/^recon (?=serve|view)/m, 'exec $&').replace('0.0.0.0', '127.0.0.1')}${port}`);
  staying.push(child);
  let said = '';
  const begun = new Promise<void>((resolve) =>
    child.all!.on('data', (chunk) => {
      said += chunk;
      if (/Ctrl-C stops it/.test(said)) resolve();
    }),
  );
  await Promise.race([begun, once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error(said);
}

async function type(block: string): Promise<void> {
  if (STAYS.test(block.split('\n').at(-1)!)) return stay(block);
  const { exitCode, all } = await bash(block);
  expect({ exitCode, all }).toMatchObject({ exitCode: 0 });
}

/** `recon` on the PATH, the samples where the README expects them, and `recon serve` in a terminal of its own. */
beforeAll(async () => {
  home = await makeHome();
  const bin = join(home.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'recon'), `#!/bin/sh\nexec "${process.execPath}" "${RECON}" "$@"\n`, { mode: 0o755 });
  symlinkSync(SAMPLES, join(home.folder, 'samples'));
  path = `${bin}:${home.environment.PATH}`;
  const { cert, key } = selfSigned('DNS:recon.clinic.example');
  writeFileSync(join(home.folder, 'cert.pem'), cert);
  writeFileSync(join(home.folder, 'key.pem'), key);
  await stay(SERVE);
});
afterAll(async () => {
  for (const child of staying) child.kill('SIGTERM');
  await Promise.all(staying);
  await s3?.close();
  await database?.drop();
  await home.remove();
});

test('the README has the set-up commands and the serve command', () => {
  expect(blocks.filter(isElsewhere)).toHaveLength(RUN_ELSEWHERE.length);
  expect(blocks).toContain(SERVE);
  expect(many).toContain(LOAD);
});

const commands = shellBlocks(beforeMany).filter((block) => !isElsewhere(block) && block !== SERVE);

test.each(commands.map((block) => [block]))('%s', (block) => type(block!));

test.skipIf(postgresPrograms() === undefined)('many machines share a database and a bucket', async () => {
  [s3, database] = await Promise.all([openS3(), openTestDatabase()]);
  const env = /^```ini\n([\s\S]*?)^```$/m.exec(many)![1]!;
  const { accessKeyId, secretAccessKey } = s3.options;
  const here = env
    .replace(/postgres:[^']*/, database.url)
    .replace(/s3:\/\/[^']*/, `s3://${s3.bucket}`)
    .replace(/https:[^']*/, s3.endpoint)
    .replace("'KEY'", accessKeyId)
    .replace("'SECRET'", secretAccessKey);
  writeFileSync(join(home.folder, 'recon.env'), here);
  const typed = shellBlocks(many).filter((block) => block !== LOAD);
  expect(typed).toHaveLength(3);
  for (const block of typed) await type(`${LOAD}\n${block}`);
});
