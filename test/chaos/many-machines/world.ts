import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { systemClock } from '../../../src/clock.ts';
import { openSharedStore } from '../../../src/service/open-shared-store.ts';
import { openBucket } from '../../../src/service/storage/bucket/bucket.ts';
import { sweepShared } from '../../../src/service/sweep-shared.ts';
import { freePort } from '../../support/free-port.ts';
import { startPostgres } from '../../support/postgres.ts';
import { openS3 } from '../../support/s3-server.ts';
import { openProgram } from '../stopped-program.ts';
import { type Machine, openMachine } from './machine.ts';
import { openTruth } from './truth.ts';

const MACHINES = ['api', 'api', 'worker', 'worker', 'worker'] as const;
const ACCOUNTS = ['north', 'south'];

export type World = Awaited<ReturnType<typeof openWorld>>;

/** A database, a bucket and five machines with the built program, which have begun to start. */
export async function openWorld(generationMs: () => number) {
  const folder = mkdtempSync(join(tmpdir(), 'recon-machines-'));
  const [postgres, s3] = await Promise.all([startPostgres([]), openS3()]);
  const { program, remove } = openProgram('marked');
  const databaseUrl = postgres.url('postgres');
  const tokens: string[] = [];
  for (const name of ACCOUNTS) {
    const args = [program, 'accounts', 'add', name, '--database', databaseUrl];
    tokens.push((await execa(process.execPath, args, { env: { HOME: folder } })).stdout.trim());
  }
  const truth = openTruth(databaseUrl);
  await truth.watch();
  const machines: Machine[] = [];
  for (const [at, role] of MACHINES.entries()) {
    const name = `${role}-${at + 1}`;
    const places = { databaseUrl, bucket: s3.options };
    machines.push(await openMachine({ name, role, port: await freePort(), program, folder, ...places, generationMs }));
  }
  return {
    ...{ folder, tokens, truth, machines, postgres },
    /** Removes what is on record as unfinished; call it when every process has stopped. Returns what the bucket has then. */
    async sweep() {
      const dataFolder = join(folder, 'sweep');
      mkdirSync(dataFolder);
      const places = { dataFolder, databaseUrl, bucket: s3.options };
      const { store, sweepNotes, close } = await openSharedStore(places, systemClock, () => {});
      const bucket = openBucket(s3.options);
      const before = (await bucket.list('')).length;
      await sweepShared(store, 0);
      await sweepNotes();
      const keys = await bucket.list('');
      const end = () => Promise.all([bucket.close(), close()]);
      return { keys, swept: before - keys.length, read: (id: string) => store.blobs.read(id), end };
    },
    /** The command lines of the program's processes that still run. */
    leftProcesses: () => commandLines().filter((command) => command.includes(dirname(dirname(program)))),
    /** Keeps the logs, if they are wanted. */
    async close(isLogWanted: boolean): Promise<void> {
      await Promise.all(machines.map((one) => one.stop()));
      await postgres.stop();
      await s3.close();
      remove();
      if (isLogWanted) console.log(`The logs are in ${folder}`);
      else rmSync(folder, { recursive: true, force: true });
    },
  };
}

function commandLines(): string[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')] : [];
    } catch {
      return [];
    }
  });
}
