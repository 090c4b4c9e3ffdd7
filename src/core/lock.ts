import { createHash } from 'node:crypto';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReconError, systemErrorCode } from '../errors.ts';

/** How long a holder is given to say who it is; one that is busy may be slower. */
const ASK_MS = 500;

/**
 * Runs `work` while no other process of this user does anything under the same name. The lock is a name that the
 * kernel gives to one listener and frees when that process dies, so none is ever left behind and no pid has to be
 * guessed: an abstract socket on Linux, a named pipe on Windows. Elsewhere it is a socket in the temporary folder,
 * which is taken over where nobody listens any more.
 * @throws ReconError `busy`, which names the process that holds it
 */
export async function withLock<T>(name: string, what: string, work: () => Promise<T>): Promise<T> {
  const release = await takeSoon(name, what);
  try {
    return await work();
  } finally {
    await release();
  }
}

/** A holder that is just letting go is waited for. */
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
  const path = pathOf(name);
  try {
    return await listen(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'EADDRINUSE') throw error;
  }
  const holder = await holderOf(path);
  if (holder !== 'dead') throw held(what, holder);
  await removeDead(path);
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

/** A socket's name is cut at some 100 bytes, and a `/` in it leads into a folder: what may hold that is hashed. */
function pathOf(name: string): string {
  const short = /^[\w-]{1,48}$/.test(name) ? name : createHash('sha256').update(name).digest('hex').slice(0, 32);
  const full = `recon-${process.getuid?.() ?? 'user'}-${short}`;
  if (process.platform === 'linux') return `\0${full}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${full}` : join(tmpdir(), full);
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
        // Who asks and does not hang up must not hold up the one who answers.
        for (const socket of asking) socket.destroy();
      });
    server.once('error', reject);
    // It must not keep a process alive that has nothing else to do.
    server.unref().listen(path, () => resolve(release));
  });
}

/** The holder's process id; undefined where it does not say; `dead` where nobody listens behind the name. */
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
    socket.on('end', () => finish(/^\d{1,10}$/.test(said) ? said : undefined));
    socket.on('error', (error) => finish(systemErrorCode(error) === 'ECONNREFUSED' ? 'dead' : undefined));
  });
}

async function removeDead(path: string): Promise<void> {
  // A name of the kernel's own is gone by itself.
  if (process.platform === 'linux' || process.platform === 'win32') return;
  const { rm } = await import('node:fs/promises');
  await rm(path, { force: true });
}
