// Lists, searches and creates, one kind of request after the other: requests a second, the longest of a hundred, and what
// each takes of the service's processor.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { figure } from './columns.mjs';
import { KINDS } from './kinds.mjs';
import { processorMs } from './process-figures.mjs';

const LOAD = fileURLToPath(new URL('./load.mjs', import.meta.url));
const CONNECTIONS = 16;
const SECONDS = 4;

export async function lists({ start }, patients) {
  if (patients === 0) return [];
  const { url, token, pid, stop } = await start();
  const rows = [];
  for (const kind of Object.keys(KINDS)) {
    const asked = JSON.stringify({ url, token, kind, patients, connections: CONNECTIONS, seconds: SECONDS });
    const before = processorMs(pid);
    const { stdout } = await promisify(execFile)(process.execPath, [LOAD, asked]);
    const { rate, p99, asked: requests } = JSON.parse(stdout);
    const each = (processorMs(pid) - before) / requests;
    rows.push({ what: kind, text: `${figure(rate)}/s p99 ${figure(p99)} ms (${figure(each)} ms)` });
  }
  await stop();
  return rows;
}
