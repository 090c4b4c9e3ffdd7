import { lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ReconError, systemErrorCode, unlessMissing } from '../errors.ts';
import { syncFolder } from '../system/durable-file.ts';
import { makeFolders } from '../system/make-folders.ts';
import { makePrivateFolder } from '../system/private-folder.ts';
import { type ArchiveEntry, isFile } from './archive/entries.ts';
import { type OpenArchive, withArchive } from './archive/open-archive.ts';
import { archiveFailure } from './archive/refusal.ts';
import { fileSink, unpackEntry } from './archive/unpack-entry.ts';
import { onDisk, refuseFullDisk } from './disk-failure.ts';
import { makeScratch, type Scratch } from './scratch.ts';
import { shown } from './shown.ts';

export interface ExtractOptions {
  /** Replace a folder of an earlier extraction. One that holds anything else is left alone even so; an empty one is taken. */
  force: boolean;
  signal?: AbortSignal;
}

/**
 * Unpacks an archive into a folder that appears all at once, when everything in it is written and
 * checked, or not at all. Files get mode 0600, folders 0700, whatever the archive says. Returns the paths inside the
 * folder, with `/`, in the archive's order.
 */
export async function extractArchive(zipPath: string, targetFolder: string, options: ExtractOptions) {
  const target = resolve(targetFolder);
  return withArchive(zipPath, async (archive) => {
    if (await wouldReplaceFolder(target, options.force)) await refuseForeignFiles(target, archive.entries);
    const parent = dirname(target);
    const madeParent = await makeFolders(parent);
    let scratch: Scratch | undefined;
    try {
      const unpackedBytes = archive.entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      await refuseFullDisk(parent, unpackedBytes, 'needs', shown(parent));
      scratch = await makeScratch(parent, 'extract');
      const staging = join(scratch.path, 'new');
      await mkdir(staging, { mode: 0o700 });
      await unpackInto(staging, archive, options.signal);
      await (options.force ? replaceFolder(staging, target, `${scratch.path}-old`) : placeFolder(staging, target));
      await scratch.remove();
    } catch (error) {
      await scratch?.remove();
      if (madeParent !== undefined) await removeEmpty(parent, madeParent);
      throw options.signal?.aborted ? options.signal.reason : archiveFailure(error, target);
    }
    return { folder: targetFolder, files: archive.entries.filter(isFile).map(({ name }) => name) };
  });
}

async function unpackInto(
  staging: string,
  { zip, entries, checksums }: OpenArchive,
  signal: AbortSignal | undefined,
): Promise<void> {
  const folders = new Set<string>([staging]);
  for (const file of entries) {
    signal?.throwIfAborted();
    const path = join(staging, ...file.name.split('/'));
    const folder = file.name.endsWith('/') ? path : dirname(path);
    if (!folders.has(folder)) {
      await makePrivateFolder(folder);
      folders.add(folder);
    }
    if (folder === path) continue;
    // Through a name that nobody else has, so that no link can lead elsewhere.
    const handle = await open(path, 'wx', 0o600);
    try {
      await unpackEntry(zip, file, fileSink(handle), { sha256: checksums.get(file.name), signal });
    } finally {
      await handle.close();
    }
  }
  for (const folder of folders) await syncFolder(folder);
}

/**
 * Throws `usage` where nothing may be unpacked to: to be asked before an archive is fetched for it. Returns whether an
 * earlier extraction, or an empty folder, would be replaced.
 */
export async function wouldReplaceFolder(targetFolder: string, force: boolean): Promise<boolean> {
  const target = resolve(targetFolder);
  const there = await onDisk(target, () => lstat(target).catch(unlessMissing));
  if (there === undefined) return false;
  if (!there.isDirectory()) {
    throw new ReconError('usage', `${shown(target)} exists already and is no folder`, {
      hint: 'choose another folder to extract to',
    });
  }
  if (!force && (await onDisk(target, () => readdir(target))).length > 0) throw folderExistsAlready(target);
  return true;
}

function folderExistsAlready(target: string): ReconError {
  return new ReconError('usage', `the folder ${shown(target)} exists already`, {
    hint: '--force to replace what an earlier extraction left there, or choose another folder',
  });
}

/** A folder with anyone else's files in it is never replaced: `--force` means the model, not the desktop. */
async function refuseForeignFiles(target: string, entries: readonly ArchiveEntry[]): Promise<void> {
  const ours = new Set(entries.map(({ name }) => name));
  for (const found of await readdir(target, { withFileTypes: true, recursive: true })) {
    const name = relative(target, join(found.parentPath, found.name)).split(sep).join('/');
    if (found.isDirectory() || (found.isFile() && ours.has(name))) continue;
    throw new ReconError(
      'usage',
      `the folder ${shown(target)} holds something that is not in the archive: ${shown(name)}`,
      { hint: 'choose another folder to extract to' },
    );
  }
}

/** Gives the staging folder its name. What has appeared there since the first look stays as it is. */
async function placeFolder(staging: string, target: string): Promise<void> {
  try {
    // An empty one goes; it may have been filled meanwhile.
    await rmdir(target).catch(unlessMissing);
    await rename(staging, target);
  } catch (error) {
    const taken = ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(systemErrorCode(error) ?? '');
    throw taken ? folderExistsAlready(target) : error;
  }
  await syncFolder(dirname(target));
}

/** Removes the folders that were made on the way, as far as nobody has put anything there. */
async function removeEmpty(deepest: string, first: string): Promise<void> {
  for (let folder = deepest; ; folder = dirname(folder)) {
    const isGone = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!isGone || folder === first) return;
  }
}

/**
 * Puts the staging folder in the target's place; an earlier one is kept until the new one stands. It is put where nobody
 * tidies up: should it neither be replaced nor put back, it is still there.
 */
async function replaceFolder(staging: string, target: string, aside: string): Promise<void> {
  const hadOne = await rename(target, aside).then(() => true, unlessMissing);
  try {
    await rename(staging, target);
  } catch (error) {
    if (hadOne) await rename(aside, target);
    throw error;
  }
  await syncFolder(dirname(target));
  // The new one stands: what cannot be tidied up now makes that no failure.
  if (hadOne) await rm(aside, { recursive: true, force: true }).catch(() => {});
}
