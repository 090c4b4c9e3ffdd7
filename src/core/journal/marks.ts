import { createHmac, randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode, unlessMissing } from '../../errors.ts';
import { syncFolder } from '../../system/durable-file.ts';
import { makePrivateFolder } from '../../system/private-folder.ts';

/** A value as the journal may hold it: equal values have equal marks, and a mark tells nothing of its value. */
export type Mark = (...values: readonly unknown[]) => string;

const KEY_BYTES = 32;
const MARK_CHARACTERS = 22;

/** Keyed with a secret of this folder, so that nobody can try out names or phone numbers on a copy of the journal. */
export async function openMarks(folder: string): Promise<Mark> {
  const key = await keyOf(folder);
  return (...values) =>
    createHmac('sha256', key)
      .update(JSON.stringify(values))
      .digest('base64')
      // Letters and digits alone: a mark is typed on a command line and names files.
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .slice(0, MARK_CHARACTERS);
}

async function keyOf(folder: string): Promise<Buffer> {
  const path = join(folder, 'key');
  const there = await readFile(path).catch(unlessMissing);
  if (there?.length === KEY_BYTES) return there;
  await makePrivateFolder(folder);
  const draft = join(folder, `key-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await writeFile(draft, randomBytes(KEY_BYTES), { flag: 'wx', mode: 0o600, flush: true });
    // Whole under its name or not at all; where another process was faster, its key counts.
    await link(draft, path);
    await syncFolder(folder);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
  return await readFile(path);
}
