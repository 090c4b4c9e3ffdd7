// `npm run bench:service [-- --largest 100000] [-- --part NAME]…`: the built service under load, with 1,000 to 1,000,000
// patients. A part measures some rows of the table; every row is a figure for each number of patients.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startService } from './bench/programs.mjs';
import { table } from './bench-service/columns.mjs';
import { makeData } from './bench-service/data.mjs';
import { lists } from './bench-service/lists.mjs';

/** Each gets the running service and the number of patients in it, and gives rows. */
const PARTS = { lists };
const SIZES = [1_000, 10_000, 100_000, 1_000_000];

const { values } = parseArgs({
  options: { largest: { type: 'string', default: '1000000' }, part: { type: 'string', multiple: true } },
});
const parts = Object.entries(PARTS).filter(([name]) => values.part?.includes(name) ?? true);
const sizes = SIZES.filter((size) => size <= Number(values.largest));

console.log(
  `Node ${process.version}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown kind'}, load ${loadavg()[0].toFixed(2)}`,
);
const columns = new Map();
for (const patients of sizes) {
  const home = mkdtempSync(join(tmpdir(), 'recon-bench-service-'));
  try {
    console.log(`Making ${patients} patients …`);
    await makeData(home, patients);
    const service = await startService(home);
    try {
      const rows = [];
      for (const [name, measure] of parts) {
        console.log(`Measuring ${name} …`);
        rows.push(...(await measure(service, patients)));
      }
      columns.set(patients, rows);
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
console.log(`\n${table(columns)}`);
