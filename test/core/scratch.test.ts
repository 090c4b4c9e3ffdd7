import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { leftIn, makeScratch, removeLeft } from '../../src/core/scratch.ts';
import { canMount } from '../support/small-disk.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid!;
}

/** A folder with a photo in it, last changed so many hours ago. */
function leave(parent: string, name: string, hoursAgo: number): string {
  const path = join(parent, name);
  mkdirSync(path);
  writeFileSync(join(path, 'front.jpg'), 'photo');
  const then = new Date(Date.now() - hoursAgo * 3_600_000);
  utimesSync(path, then, then);
  return name;
}

test('a scratch folder is private, and gone after its removal', async () => {
  const parent = tempFolder();
  const scratch = await makeScratch(parent, 'photos');
  expect(lstatSync(scratch.path).mode & 0o777).toBe(0o700);
  writeFileSync(join(scratch.path, 'front.jpg'), 'photo');
  const listeners = process.listenerCount('exit');
  await scratch.remove();
  await scratch.remove();
  expect(readdirSync(parent)).toEqual([]);
  expect(process.listenerCount('exit')).toBe(listeners - 1);
});

test('what a killed run left is removed by a later one; what may be in use, or is not ours, stays', async () => {
  const [parent, dead] = [tempFolder(), await deadPid()];
  const stale = leave(parent, `recon-photos-${dead}-abcdef`, 2);
  const kept = [
    leave(parent, `recon-photos-${dead}-fresh1`, 0),
    leave(parent, `recon-photos-${process.pid}-alive1`, 2),
    leave(parent, `recon-other-${dead}-abcdef`, 2),
    leave(parent, `my-recon-photos-${dead}-abcdef`, 2),
  ];
  symlinkSync(join(parent, kept[2]!), join(parent, `recon-photos-${dead}-linked`));
  const scratch = await makeScratch(parent, 'photos');
  expect(existsSync(join(parent, stale))).toBe(false);
  for (const name of kept) expect(readdirSync(join(parent, name))).toEqual(['front.jpg']);
  await scratch.remove();
});

/** A program that makes a scratch folder in the folder that it is given, tells its path, and goes on so. */
async function scratchProgram(then: string): Promise<string> {
  const outfile = join(tempFolder(), 'program.mjs');
  const contents = `
    import { leftIn, makeScratch, removeLeft } from './src/core/scratch.ts';
    const { path } = await makeScratch(process.argv[2], 'photos');
    process.stdout.write(path, () => { ${then} });
  `;
  const stdin = { contents, resolveDir: join(import.meta.dirname, '../..') };
  await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'node' });
  return outfile;
}

test('photos of a process that was killed are removed by the next one at once; those of one that works stay', async () => {
  const [parent, outfile] = [tempFolder(), await scratchProgram('setInterval(() => {}, 1000)')];
  const begin = async () => {
    const child = spawn(process.execPath, [outfile, parent], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await once(child.stdout, 'data');
    const path = String(said);
    writeFileSync(join(path, 'photos'), 'photo');
    return { child, path };
  };
  const [killed, working] = [await begin(), await begin()];
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  expect(await leftIn(parent)).toEqual([killed.path]);
  const scratch = await makeScratch(parent, 'photos');
  expect([killed.path, working.path].map((path) => existsSync(join(path, 'photos')))).toEqual([false, true]);
  await scratch.remove();
  working.child.kill('SIGKILL');
  await once(working.child, 'exit');
  expect(await removeLeft(parent)).toBe(1);
  expect(readdirSync(parent)).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'a process that was given the number of one that is gone does not keep its photos; an older folder of another machine goes',
  async () => {
    const [parent, dead] = [tempFolder(), await deadPid()];
    const { path, remove } = await makeScratch(parent, 'photos');
    const [machine] = basename(path).split('-').slice(3);
    await remove();
    const gone = [
      leave(parent, `recon-photos-${process.pid}-${machine}-1-abcdef`, 0),
      leave(parent, `recon-photos-${dead}-00000000-1-abcdef`, 2),
    ];
    leave(parent, `recon-photos-${dead}-00000000-1-fresh1`, 0);
    expect((await leftIn(parent)).toSorted()).toEqual(gone.map((name) => join(parent, name)).toSorted());
  },
);

test('a process that ends without waiting takes its folder along', async () => {
  const [parent, outfile] = [tempFolder(), await scratchProgram('process.exit(130)')];
  const child = spawn(process.execPath, [outfile, parent], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(child.stdout, 'data');
  expect(String(said)).toContain(`${parent}/recon-photos-${child.pid}-`);
  expect(await once(child, 'exit')).toEqual([130, null]);
  expect(readdirSync(parent)).toEqual([]);
});

test.skipIf(!canMount())(
  'a copy of a photo that cannot be removed does not make a failure of what is done',
  async () => {
    const scratch = await makeScratch(tempFolder(), 'photos');
    const inside = join(scratch.path, 'busy');
    mkdirSync(inside);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', inside]);
    try {
      await scratch.remove();
      expect(existsSync(scratch.path)).toBe(true);
    } finally {
      execFileSync('umount', [inside]);
    }
    await scratch.remove();
    expect(existsSync(scratch.path)).toBe(false);
  },
);
