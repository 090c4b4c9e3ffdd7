import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where systemd looks first; its own variable names others. */
const FOLDERS = '/etc/systemd/system:/usr/local/lib/systemd/system:/usr/lib/systemd/system:/lib/systemd/system';
/** What `%S` means in a unit of the whole machine. */
const STATE_FOLDER = '/var/lib';

export interface Unit {
  /** The user that it runs as. */
  user: string;
  /** Whether its command names this folder. */
  isOf(folder: string): boolean;
}

/** The unit by which systemd runs the service of this machine, as docs/operate.md sets it up; undefined if there is none. */
export function serviceUnit(variables: { SYSTEMD_UNIT_PATH?: string | undefined }): Unit | undefined {
  const folders = (variables.SYSTEMD_UNIT_PATH || FOLDERS).split(':').filter((folder) => folder !== '');
  for (const folder of folders) {
    const text = textOf(join(folder, 'recon.service'));
    if (text === undefined) continue;
    const words = text.replaceAll('%S', STATE_FOLDER).split(/[\s=]+/);
    return { user: /^User=(\S+)$/m.exec(text)?.[1] ?? 'root', isOf: (data) => words.includes(data) };
  }
  return undefined;
}

/** Elsewhere than on Linux there is no such folder. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
