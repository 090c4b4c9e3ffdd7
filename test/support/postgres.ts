import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

const DEBIAN = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs on this machine; undefined if there is none. */
export function postgresPrograms(): string | undefined {
  const folders = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : [];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined && process.env['RECON_TEST_REQUIRE'] === 'all') throw new Error('PostgreSQL is missing');
  return found;
}

/** PostgreSQL refuses to run as root, so root's tests run it as its own user. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'));
  const [, , uid, gid] = (line ?? 'nobody:x:65534:65534').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

const KEEPER = `
  while :; do "$@" >>"$FOLDER/log" 2>&1; sleep 0.2; done & AGAIN=$!
  cat >/dev/null
  kill -9 $AGAIN
  PG=$(head -n 1 "$FOLDER/data/postmaster.pid")
  kill -QUIT "$PG"
  while kill -0 "$PG"; do sleep 0.05; done
  rm -rf "$FOLDER"`;

export interface PostgresServer {
  port: number;
  /** The process that all others of the server end with. */
  pid(): number;
  /** Its processes, that one first. Where they are killed, it starts again, on the same data. */
  pids(): number[];
  url(database: string): string;
  stop(): Promise<void>;
}

/** Starts a server on a folder and a port of its own. It ends with this process, whatever ends that. */
export async function startPostgres(settings: readonly string[] = ['fsync=off']): Promise<PostgresServer> {
  const programs = postgresPrograms()!;
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'recon-postgres-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const asUser = { ...user, cwd: folder };
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'recon', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    {
      ...asUser,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const port = await freePort();
  const flags = settings.flatMap((setting) => ['-c', setting]);
  // The shell waits for the end of its input, which is the end of this process, and starts a server that was killed.
  const keeper = spawn(
    'sh',
    [
      '-c',
      KEEPER,
      'sh',
      join(programs, 'postgres'),
      ...['-D', data, '-k', folder, '-h', '127.0.0.1', '-p', String(port), ...flags],
    ],
    {
      ...asUser,
      env: { ...process.env, FOLDER: folder },
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  keeper.unref();
  (keeper.stdin as unknown as { unref(): void }).unref();
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const url = (database: string) => `postgres://recon@127.0.0.1:${port}/${database}`;
  await answering(url('postgres'), join(folder, 'log'));
  return {
    port,
    url,
    pid,
    pids: () => serverProcesses(pid()),
    stop: () =>
      new Promise((resolve) => {
        keeper.once('exit', () => resolve());
        keeper.ref();
        keeper.stdin.end();
      }),
  };
}

/** Empty while the server starts: the file may name an earlier process, whose number another program may have now. */
function serverProcesses(pid: number): number[] {
  if (readFileSync(`/proc/${pid}/comm`, 'utf8') !== 'postgres\n') return [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

async function answering(url: string, log: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await withClient(url, async () => undefined);
      return;
    } catch (error) {
      if (tries === 200) throw new Error(`PostgreSQL did not start: ${readFileSync(log, 'utf8')}`, { cause: error });
      await sleep(50);
    }
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

let shared: Promise<PostgresServer> | undefined;
let databases = 0;

/** An empty database on the server that the tests of this process share. */
export async function openTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  shared ??= startPostgres();
  const server = await shared;
  const name = `test_${++databases}`;
  const run = (text: string) => withClient(server.url('postgres'), (client) => client.query(text));
  await run(`create database ${name}`);
  return { url: server.url(name), drop: async () => void (await run(`drop database ${name} with (force)`)) };
}

/** The tables of a database with a row that holds one of the texts. */
export const tablesWith = (url: string, texts: readonly string[]): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
    const found: string[] = [];
    for (const { tablename } of rows) {
      const { rows: all } = await client.query(`select t::text as row from "${tablename}" t`);
      if (all.some(({ row }) => texts.some((text) => row.includes(text)))) found.push(tablename);
    }
    return found;
  });
