import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes the names in a folder as durable as the files behind them. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes a small file of the owner's alone, whole or not at all. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temp = `${path}.new`;
  await rm(temp, { force: true });
  await writeFile(temp, text, { mode: 0o600 });
  await syncFile(temp);
  await rename(temp, path);
  await syncFolder(dirname(path));
}
