import { rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemErrorCode } from '../errors.ts';
import { makePrivateFolder } from '../system/private-folder.ts';
import { statOf, textOf } from '../system/proc-stat.ts';
import { sha256Of } from '../system/sha256.ts';
import { onDisk, onOwnDisk } from './disk-failure.ts';

export type Scratch = Awaited<ReturnType<typeof makeScratch>>;
type Kind = 'photos' | 'download' | 'serve' | 'extract' | 'open';

/** Its process, and where and when that began; an earlier recon wrote the process alone. */
const NAME = /^\.?recon-(?:photos|download|serve|extract|open)-(\d{1,10})(?:-([\da-f]{8})-(\d{1,20}))?-\w{6}$/;
/** One that lies among a person's own files is hidden. */
const prefixOf = async (kind: Kind) =>
  `${kind === 'extract' ? '.' : ''}recon-${kind}-${process.pid}-${await ownMachine()}-${await startOf('self')}-`;
/** A process of another machine or container cannot be seen, and may be alive: its folder is left alone for so long. */
const STALE_MS = 3_600_000;

/**
 * Makes a folder of this process alone (0700) below `parent`, for photos and archives that must not stay. Removes those
 * of earlier runs that were killed. It goes with the process too, if that ends without waiting for anything, as at a
 * second Ctrl-C. Throws `storage` if it cannot be made.
 */
export async function makeScratch(parent: string, kind: Kind) {
  const make = async () => {
    await makePrivateFolder(parent);
    await removeLeft(parent);
    return await mkdtemp(join(parent, await prefixOf(kind)));
  };
  const path = await (kind === 'photos' ? onOwnDisk : onDisk)(parent, make);
  const onExit = () => {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Nobody is left to be told; the next run removes it.
    }
  };
  process.once('exit', onExit);
  return {
    path,
    /**
     * May be called twice. Never throws: the work is done, and a failure to tidy up must not make it look failed. A
     * folder that cannot be removed now is tried again when the process ends, and by the runs after it.
     */
    remove: async (): Promise<void> => {
      if ((await isRemoved(path)) || (await isRemoved(path))) process.off('exit', onExit);
    },
  };
}

const isRemoved = (path: string) =>
  rm(path, { recursive: true, force: true }).then(
    () => true,
    () => false,
  );

/** Removes what `leftIn` finds, and returns how many there were. One that cannot be removed stays. */
export async function removeLeft(parent: string): Promise<number> {
  const left = await leftIn(parent);
  for (const path of left) await rm(path, { recursive: true, force: true }).catch(() => {});
  return left.length;
}

/** The folders below `parent` whose process has ended without removing them. None is of another user. */
export async function leftIn(parent: string): Promise<string[]> {
  const left: string[] = [];
  for (const name of await readdir(parent).catch(() => [])) {
    const [, pid, machine, start] = NAME.exec(name) ?? [];
    if (pid === undefined) continue;
    const path = join(parent, name);
    const facts = await lstat(path).catch(() => undefined);
    if (facts?.isDirectory() !== true || facts.uid !== (process.getuid?.() ?? facts.uid)) continue;
    const isOld = Date.now() - facts.mtimeMs > STALE_MS;
    const isLeft = machine === (await ownMachine()) ? await hasEnded(pid, start) : isOld && !isAlive(Number(pid));
    if (isLeft) left.push(path);
  }
  return left;
}

/** A name of all processes that can see each other: of one start of this machine, and of one container. */
async function ownMachine(): Promise<string> {
  const boot = await textOf('/proc/sys/kernel/random/boot_id');
  const container = await readlink('/proc/self/ns/pid').catch(() => '');
  return sha256Of(JSON.stringify([boot ?? hostname(), container])).slice(0, 8);
}

/** When a process began, in a count of its own; `0` where the system does not tell. */
const startOf = async (pid: string) => (await statOf(pid))?.start ?? '0';

/** The number of a process is given again; its start is not. */
async function hasEnded(pid: string, start: string | undefined): Promise<boolean> {
  if (!isAlive(Number(pid))) return true;
  const now = await startOf(pid);
  return now !== '0' && now !== start;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) !== 'ESRCH';
  }
}
