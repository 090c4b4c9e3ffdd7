import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { KINDS } from './kinds.mjs';

const LOAD = fileURLToPath(new URL('./load.mjs', import.meta.url));
const CONNECTIONS = 16;
const SECONDS = 4;

/** Lists and creates, one kind of request after the other. */
export async function lists({ url, token }, patients) {
  const rows = [];
  for (const kind of Object.keys(KINDS)) {
    const asked = JSON.stringify({ url, token, kind, patients, connections: CONNECTIONS, seconds: SECONDS });
    const { stdout } = await promisify(execFile)(process.execPath, [LOAD, asked]);
    const { rate, p50, p99 } = JSON.parse(stdout);
    rows.push({ what: kind, figure: rate, unit: '/s', note: `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms` });
  }
  return rows;
}
