import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../errors.ts';

/** In the data folder, while a service serves another certificate than its files hold now. */
export const TLS_TROUBLE = 'certificate-trouble';

/** For `recon doctor`, which does not know the files; undefined where there is none, and before a start and after a stop. */
export async function noteTlsTrouble(dataFolder: string, why: string | undefined): Promise<void> {
  const path = join(dataFolder, TLS_TROUBLE);
  // The log has it too: a full disk stops nothing here.
  await (why === undefined ? rm(path, { force: true }) : writeFile(path, why, { mode: 0o600 })).catch(() => undefined);
}

export const tlsTroubleOf = (dataFolder: string): Promise<string | undefined> =>
  readFile(join(dataFolder, TLS_TROUBLE), 'utf8').catch(unlessMissing);
