import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NAMES_FOLDER } from '../../src/config/configuration.ts';
import { configPaths } from '../../src/config/paths.ts';
import { makeHome, type ReconHome } from '../support/recon-home.ts';

let home: ReconHome;
beforeAll(async () => {
  home = await makeHome();
});
afterAll(() => home.remove());

test('the command in help lists the files that hold names, and none once they are forgotten', async () => {
  const { stdout: help } = await home.recon(['completion', '--help']);
  const search = /sudo (find \/home \/root \/var\/lib .*)/
    .exec(help)![1]!
    .replace('/home /root /var/lib', `'${home.folder}'`);
  const found = async () => (await promisify(execFile)('sh', ['-c', search])).stdout;
  const folder = join(configPaths(home.environment, process.platform).stateFolder, NAMES_FOLDER);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'clinic.names'), 'one byte is enough');
  writeFileSync(join(folder, 'erased.names'), '');
  expect(await found()).toBe(`${join(folder, 'clinic.names')}\n`);
  expect((await home.recon(['completion', '--forget-names'])).exitCode).toBe(0);
  expect(await found()).toBe('');
});
