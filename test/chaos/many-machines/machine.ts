import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BucketPlace } from '../../../src/service/storage/bucket/bucket-place.ts';
import { type Fault, openFaultyProxy } from '../../support/faulty-proxy.ts';

export const SIDES = ['database', 'bucket'] as const;
export type Side = (typeof SIDES)[number];

export interface MachinePlan {
  name: string;
  role: 'api' | 'worker';
  port: number;
  /** `bin/recon.js` of the program. */
  program: string;
  folder: string;
  databaseUrl: string;
  bucket: BucketPlace;
  /** The shortest time that a generation takes, another one after each start. */
  generationMs(): number;
}

/** The pause before a process is started again, as a supervisor makes it. */
const AGAIN_MS = 300;
const AGAIN_AFTER_FAILURE_MS = 1_500;
const STOP_LIMIT_MS = 25_000;

/**
 * One process of the service on a machine of its own: with its own data folder and its own way to the database and to the
 * bucket. Whenever it ends, it is started again.
 */
export async function openMachine(plan: MachinePlan) {
  const { name, role, folder, databaseUrl, bucket } = plan;
  const database = new URL(databaseUrl);
  const links = {
    database: await openFaultyProxy(databaseUrl),
    bucket: await openFaultyProxy(bucket.endpoint),
  };
  database.port = new URL(links.database.url).port;
  const data = join(folder, name);
  mkdirSync(data, { recursive: true });
  const log = join(folder, `${name}.log`);
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: data,
    TMPDIR: tmpdir(),
    RECON_SERVE_DATABASE: database.href,
    RECON_SERVE_BLOBS: `s3://${bucket.bucket}/${bucket.prefix}`,
    AWS_ACCESS_KEY_ID: bucket.accessKeyId,
    AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    AWS_REGION: bucket.region,
    AWS_ENDPOINT_URL_S3: links.bucket.url,
  };
  /** How it ended where nobody killed it, with its last line. */
  const ends: string[] = [];
  let child: ChildProcess | undefined;
  let isWanted = true;
  let isCutOff = false;
  let starts = 0;
  let lastLogStart = 0;

  async function runOnce(): Promise<boolean> {
    lastLogStart = sizeOf(log);
    const from = lastLogStart;
    const file = openSync(log, 'a');
    starts += 1;
    child = spawn(
      process.execPath,
      [
        ...[plan.program, 'serve', '-v', '--role', role, '--data', data, '--port', String(plan.port)],
        ...['--ready-after', `${Math.round(plan.generationMs())}ms`],
      ],
      { cwd: data, stdio: ['ignore', file, file], env: environment },
    );
    const [exitCode, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    child = undefined;
    closeSync(file);
    if (signal === 'SIGKILL') return true;
    if (isWanted) ends.push(`${role}, ${exitCode ?? signal}, ${lastFaultIn(log, from)}`);
    return exitCode === 0;
  }

  async function supervise(): Promise<void> {
    while (isWanted) {
      const isFine = await runOnce();
      if (isWanted) await sleep(isFine ? AGAIN_MS : AGAIN_AFTER_FAILURE_MS);
    }
  }

  const kill = () => child?.kill('SIGKILL') ?? false;
  process.once('exit', kill);
  const over = supervise();
  return {
    name,
    role,
    url: `http://127.0.0.1:${plan.port}`,
    ends,
    starts: () => starts,
    isCutOff: () => isCutOff,
    /** True if it has said that it is there. */
    isUp: () => child !== undefined && readFileSync(log).subarray(lastLogStart).includes('Ctrl-C stops it'),
    /** False if it was just not running. */
    kill,
    async cutOff(side: Side, fault: Fault, ms: number): Promise<void> {
      isCutOff = true;
      links[side].set(fault);
      await sleep(ms);
      links[side].set('none');
      isCutOff = false;
    },
    /** Asks it to stop; its exit code, or that it did not stop in time. */
    async stop(): Promise<number | string> {
      isWanted = false;
      const last = child;
      last?.kill('SIGTERM');
      const limit = setTimeout(() => last?.kill('SIGKILL'), STOP_LIMIT_MS);
      await over;
      process.off('exit', kill);
      clearTimeout(limit);
      for (const link of Object.values(links)) await link.close();
      return last?.exitCode ?? last?.signalCode ?? 0;
    },
  };
}

export type Machine = Awaited<ReturnType<typeof openMachine>>;

const sizeOf = (path: string) => {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
};

function lastFaultIn(log: string, from: number): string {
  const lines = readFileSync(log).subarray(from).toString().split('\n');
  return lines.filter((line) => line.startsWith('recon:')).at(-1) ?? lines.filter(Boolean).at(-1) ?? '';
}
