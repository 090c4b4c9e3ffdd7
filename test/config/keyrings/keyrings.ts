import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Keyring, openKeyring } from '../../../src/config/keyring.ts';

/** A machine whose keyring has this fault; the keyring runs in a process of its own, as the real one does. */
export const faultyKeyring = (fault: 'no-service' | 'locked' | 'forgetful' | 'hanging' | 'not-installed'): Keyring =>
  openKeyring(join(import.meta.dirname, `${fault}.cjs`));

/** A keyring that works, with its secrets in this folder. */
export async function workingKeyring(folder: string): Promise<{ keyring: Keyring; secrets(): Promise<string> }> {
  const module = join(folder, 'keyring.cjs');
  await copyFile(join(import.meta.dirname, 'working.cjs'), module);
  return { keyring: openKeyring(module), secrets: () => readFile(join(folder, 'secrets.json'), 'utf8') };
}
