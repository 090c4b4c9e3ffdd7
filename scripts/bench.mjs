// `npm run bench [start-up|upload|requests|batch|generation]…`: every figure the project promises, measured on the built
// program and its service in one run. Exits 1 only where a figure that must be kept is not.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { batch } from './bench/batch.mjs';
import { table, verdict } from './bench/figures.mjs';
import { generation } from './bench/generation.mjs';
import { startService } from './bench/programs.mjs';
import { requests } from './bench/requests.mjs';
import { startUp } from './bench/start-up.mjs';
import { upload } from './bench/upload.mjs';

const PARTS = { 'start-up': startUp, upload, requests, batch, generation };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0)
  throw new Error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);

console.log(
  `Node ${process.version}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown kind'}, load ${loadavg()[0].toFixed(2)}`,
);
const rows = [];
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`Measuring ${name} …`);
  rows.push(...(await measuredApart(measure)));
}
console.log(`\n${table(rows)}`);
process.exitCode = rows.some((one) => verdict(one) === 'MUST BROKEN') ? 1 : 0;

/** Each part has its own home and service, so that none depends on another one's leftovers. */
async function measuredApart(measure) {
  const home = mkdtempSync(join(tmpdir(), 'recon-bench-'));
  try {
    const service = await startService(home);
    try {
      return await measure(service, home);
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
