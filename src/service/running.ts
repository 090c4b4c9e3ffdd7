import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RUNNING } from '../system/filling.ts';
import type { CertificateFacts } from './certificate-facts.ts';

export interface Running extends CertificateFacts {
  pid: number;
  url: string;
  /** Where other machines reach it; none where they cannot. */
  others: readonly string[];
  /** True where they could ask, and the certificate has no name that they could use. */
  isUnnamed?: true;
  /** Why the certificate that lies in its files now is not in use. */
  certificate?: string | undefined;
}

/** undefined takes the note away. */
export async function noteRunning(dataFolder: string, running: Running | undefined): Promise<void> {
  const path = join(dataFolder, RUNNING);
  const noted =
    running === undefined ? rm(path, { force: true }) : writeFile(path, JSON.stringify(running), { mode: 0o600 });
  // A full disk stops no service: it is only known less of.
  await noted.catch(() => undefined);
}

/** Ask only where the folder is locked: a service that was killed leaves its note. */
export async function runningOn(dataFolder: string): Promise<Running | undefined> {
  try {
    return JSON.parse(await readFile(join(dataFolder, RUNNING), 'utf8'));
  } catch {
    return undefined;
  }
}

/** `, at http://127.0.0.1:4747 (process 4711)`; empty where that is not known. */
export async function whereItRuns(dataFolder: string): Promise<string> {
  const running = await runningOn(dataFolder);
  return running === undefined ? '' : `, at ${running.url} (process ${running.pid})`;
}
