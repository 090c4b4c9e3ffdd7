import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { KINDS } from './kinds.mjs';

const LOAD = fileURLToPath(new URL('./load.mjs', import.meta.url));
const CONNECTIONS = 16;
const SECONDS = 4;

/** Lists and creates, one kind of request after the other. */
export async function lists({ url, token, pid }, patients) {
  const rows = [];
  for (const kind of Object.keys(KINDS)) {
    const asked = JSON.stringify({ url, token, kind, patients, connections: CONNECTIONS, seconds: SECONDS });
    const before = processorMs(pid);
    const { stdout } = await promisify(execFile)(process.execPath, [LOAD, asked]);
    const { rate, p50, p99, asked: requests } = JSON.parse(stdout);
    const each = ((processorMs(pid) - before) / requests).toFixed(2);
    rows.push({
      what: kind,
      figure: rate,
      unit: '/s',
      note: `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms, processor ${each} ms`,
    });
  }
  return rows;
}

/** What the process has used of the processors. Where others use them too, it tells more than the rate. */
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
