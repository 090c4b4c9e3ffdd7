import { readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { openIncoming } from '../../../src/service/storage/incoming.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('each path is new, and files that are gone are dropped without an error', async () => {
  const incoming = await openIncoming(tempFolder());
  const paths = [incoming.newPath(), incoming.newPath()];
  expect(new Set(paths).size).toBe(2);
  await writeFile(paths[0]!, 'half a photo');
  await incoming.drop(paths);
  expect(await readdir(dirname(paths[0]!))).toEqual([]);
});

test('what a former run left is dropped by its age; a file of another name stays', async () => {
  const incoming = await openIncoming(tempFolder());
  const path = incoming.newPath();
  await writeFile(path, 'half a photo');
  await utimes(path, new Date(0), new Date(0));
  await writeFile(`${path}.txt`, 'somebody’s own');
  await incoming.dropOlderThan(Date.now() - 60_000);
  expect(await readdir(dirname(path))).toHaveLength(2);
  await incoming.dropOlderThan(Infinity);
  expect(await readdir(dirname(path))).toEqual([expect.stringMatching(/\.txt$/)]);
});
