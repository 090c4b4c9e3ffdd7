// What the kernel counts for a process.
import { readFileSync } from 'node:fs';

/** What the process has used of the processors. Where others use them too, it tells more than a rate. */
export function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export const residentMb = (pid) => statusMb(pid, 'VmRSS');
export const peakResidentMb = (pid) => statusMb(pid, 'VmHWM');

function statusMb(pid, name) {
  const [, kib] = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return (Number(kib) * 1024) / 1e6;
}
