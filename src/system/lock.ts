import { rm, utimes } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCode, ReconError, systemErrorCode } from '../errors.ts';
import { takeFileLock, withFileLock } from './file-lock.ts';
import { sha256Of } from './sha256.ts';

/** The time that a holder has to tell its process id; a busy holder may be slower. */
const ASK_MS = 500;

/**
 * Runs `work` while no other process of this user runs work under the same name. The kernel releases the lock when its
 * holder dies, so a lock never stays behind and no process id has to be guessed: it is an abstract socket on Linux, a
 * named pipe on Windows, and elsewhere a lock on a file in the temporary folder.
 * @throws ReconError `busy`, which names the process that holds the lock if it answers
 */
export async function withLock<T>(name: string, what: string, work: () => Promise<T>): Promise<T> {
  const release = await takeSoon(name, what);
  try {
    return await work();
  } finally {
    await release();
  }
}

/** Whether somebody holds the lock now. */
export async function isHeld(name: string): Promise<boolean> {
  try {
    await (await take(name, name))();
    return false;
  } catch (error) {
    if (hasCode(error, 'busy')) return true;
    throw error;
  }
}

/** Takes the lock, and waits a little for a holder that is about to release it. */
async function takeSoon(name: string, what: string): Promise<Release> {
  for (let time = 1; ; time += 1) {
    try {
      return await take(name, what);
    } catch (error) {
      if (!(error instanceof ReconError) || time === TIMES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

const TIMES = 3;
const PAUSE_MS = 100;

async function take(name: string, what: string): Promise<Release> {
  const path = kernelName(ownName(name));
  if (path === undefined) {
    const release = await takePassingFile(ownName(name));
    if (release === undefined) throw held(what, undefined);
    return release;
  }
  try {
    return await listen(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'EADDRINUSE') throw error;
  }
  const holder = await holderOf(path);
  if (holder !== 'gone') throw held(what, holder);
  return await listen(path).catch((error) => {
    throw systemErrorCode(error) === 'EADDRINUSE' ? held(what, undefined) : error;
  });
}

function held(what: string, holder: string | undefined): ReconError {
  const who = holder === undefined ? 'another recon' : `another recon (process ${holder})`;
  return new ReconError('busy', `${who} is at work on ${what}`, {
    hint: 'the same command when the other has ended',
  });
}

const PREFIX = `recon-${process.getuid?.() ?? 'user'}`;

/**
 * The name of the socket. Its length is limited to some 100 bytes and a `/` would lead into a folder, so names that may
 * break this are hashed.
 */
function ownName(name: string): string {
  const short = /^[\w-]{1,48}$/.test(name) ? name : sha256Of(name).slice(0, 32);
  return `${PREFIX}-${short}`;
}

function kernelName(name: string): string | undefined {
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : undefined;
}

type Release = () => Promise<void>;

function listen(path: string): Promise<Release> {
  return new Promise((resolve, reject) => {
    const asking = new Set<Socket>();
    const server = createServer((socket) => {
      asking.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => asking.delete(socket));
      socket.end(String(process.pid));
    });
    const release = () =>
      new Promise<void>((released) => {
        server.close(() => released());
        // A process that asks and does not hang up must not block the release.
        for (const socket of asking) socket.destroy();
      });
    server.once('error', reject);
    // The server must not keep a process alive that has nothing else to do.
    server.unref().listen(path, () => resolve(release));
  });
}

const GONE = ['ECONNREFUSED', 'ECONNRESET'];

/** The holder's process id; undefined if it does not answer, `gone` if it has just released the lock. */
function holderOf(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = '';
    const socket = createConnection(path);
    const finish = (holder: string | undefined) => {
      socket.destroy();
      resolve(holder);
    };
    socket.setTimeout(ASK_MS, () => finish(undefined));
    socket.on('data', (piece) => {
      said += piece.toString('latin1');
    });
    // Who lets go hangs up on those that ask; so does a child of the holder that just begins its own program.
    socket.on('end', () => finish(/^\d{1,10}$/.test(said) ? said : said === '' ? 'gone' : undefined));
    socket.on('error', (error) => finish(GONE.includes(systemErrorCode(error) ?? '') ? 'gone' : undefined));
  });
}

/** Systems delete files from temporary folders that were not touched for some days. */
const TOUCH_MS = 3_600_000;

/**
 * Takes a lock on a file that is removed with the lock; undefined if it is taken. A second lock, whose file stays,
 * guards making and removing the file: otherwise two processes could hold one name, the first of them on a file that
 * was just removed.
 */
async function takePassingFile(name: string): Promise<Release | undefined> {
  const path = join(tmpdir(), `${name}.lock`);
  const guarded = <T>(work: () => Promise<T>) => withFileLock(join(tmpdir(), `${PREFIX}.lock`), work);
  const letGo = await guarded(() => takeFileLock(path));
  if (letGo === undefined) return undefined;
  const touch = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), TOUCH_MS).unref();
  return async () => {
    clearInterval(touch);
    // If the file cannot be removed, the next holder locks it again.
    await guarded(() => rm(path, { force: true })).catch(() => {});
    letGo();
  };
}
