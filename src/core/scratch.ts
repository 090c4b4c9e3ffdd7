import { rmSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../errors.ts';
import { onDisk } from './disk-failure.ts';

export type Scratch = Awaited<ReturnType<typeof makeScratch>>;
type Kind = 'photos' | 'download' | 'serve' | 'extract' | 'open';

const NAME = /^\.?recon-(?:photos|download|serve|extract|open)-(\d{1,10})-\w{6}$/;
/** One that lies among a person's own files is hidden. */
const prefixOf = (kind: Kind) => `${kind === 'extract' ? '.' : ''}recon-${kind}-${process.pid}-`;
/** A process that we cannot see, in another container, is not dead: its folder is left alone for so long. */
const STALE_MS = 3_600_000;

/**
 * Makes a folder of this process alone (0700) below `parent`, for photos and archives that must not stay. Removes those
 * of earlier runs that were killed. It goes with the process too, if that ends without waiting for anything, as at a
 * second Ctrl-C. Throws `storage` if it cannot be made.
 */
export async function makeScratch(parent: string, kind: Kind) {
  const path = await onDisk(parent, async () => {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    await removeStale(parent);
    return await mkdtemp(join(parent, prefixOf(kind)));
  });
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

/** A folder that cannot be read or removed belongs to another user. */
async function removeStale(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const path = join(parent, name);
    const facts = await lstat(path).catch(() => undefined);
    if (facts?.isDirectory() !== true || facts.uid !== (process.getuid?.() ?? facts.uid)) continue;
    if (Date.now() - facts.mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) !== 'ESRCH';
  }
}
