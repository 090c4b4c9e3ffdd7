import { readFileSync } from 'node:fs';
import { platform } from 'node:os';

/** False also for a process that has ended and that nobody has asked about yet. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return platform() !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
