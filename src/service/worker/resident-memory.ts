import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Elsewhere each look starts a program. */
const LOOK_EVERY_MS = platform() === 'linux' ? 100 : 500;

/** Calls `onExceeded` once when the process holds more than `limitMb`; the returned function ends the watch. */
export function watchMemory(pid: number, limitMb: number, onExceeded: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async () => {
    const heldMb = await residentMb(pid).catch(() => undefined);
    if (isOver) return;
    if (heldMb === undefined || heldMb <= limitMb) lookLater();
    else onExceeded();
  };
  const lookLater = () => {
    timer = setTimeout(() => void look(), LOOK_EVERY_MS).unref();
  };
  lookLater();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** The memory that a process holds; undefined where this machine does not tell it, or the process is gone. */
export async function residentMb(pid: number): Promise<number | undefined> {
  if (platform() === 'win32') return undefined;
  const kilobytes =
    platform() === 'linux'
      ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
      : (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim();
  return kilobytes ? (Number(kilobytes) * 1024) / 1e6 : undefined;
}
