import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeOld } from '../support/data-folders.ts';
import { expectShown, fillFolder } from '../support/filled-folder.ts';
import { toolPath } from '../support/require-tool.ts';
import { workerNamed } from '../support/running-service.ts';
import { spawnService } from '../support/service-process.ts';

/** The Node of the PATH; in CI that is Node 20, which has no SQLite of its own. */
const other = toolPath('node')!;

test('a folder of 0.2.0 is whole on Node 20 and on a newer one, turn about, killed each time', {
  timeout: 120_000,
}, async () => {
  const major = Number(execFileSync(other, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }));
  expect(major, `${other} has to be an older Node`).toBeLessThan(22);
  const filled = await fillFolder(100);
  await makeOld(filled.dataFolder, { schema: 3, isKilled: true });
  for (const node of [other, process.execPath, other, process.execPath]) {
    const service = await spawnService(filled.dataFolder, workerNamed('quick'), { node });
    try {
      await expectShown(service, filled, Math.random);
    } finally {
      await service.kill();
    }
  }
  await rm(filled.dataFolder, { recursive: true });
});
