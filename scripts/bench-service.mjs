// `npm run bench:service [-- --largest 100000] [--places sqlite] [--part NAME]…`: the built service under load, on one
// machine's folder (SQLite and disk) and on PostgreSQL and S3 beside it. PostgreSQL has its own settings, and syncs.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { beside } from './bench-service/beside.mjs';
import { table } from './bench-service/columns.mjs';
import { generations } from './bench-service/generations.mjs';
import { lists } from './bench-service/lists.mjs';
import { memory } from './bench-service/memory.mjs';
import { openPlaces, PLACES } from './bench-service/places.mjs';
import { starts } from './bench-service/starts.mjs';
import { uploads } from './bench-service/uploads.mjs';

/** Measured with each number of patients, one after the other in the same places. */
const SIZED = { starts, lists, beside };
/** Measured once, each on empty places. */
const ONCE = { uploads, generations, memory };
const SIZES = [0, 1_000, 10_000, 100_000, 1_000_000];

const { values } = parseArgs({
  options: {
    largest: { type: 'string', default: '1000000' },
    smallest: { type: 'string', default: '0' },
    places: { type: 'string', multiple: true, default: PLACES },
    part: { type: 'string', multiple: true, default: [...Object.keys(SIZED), ...Object.keys(ONCE)] },
  },
});
const chosen = (parts) => Object.entries(parts).filter(([name]) => values.part.includes(name));
const sizes = SIZES.filter((size) => size >= Number(values.smallest) && size <= Number(values.largest));

console.log(
  `Node ${process.version}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown kind'}, load ${loadavg()[0].toFixed(2)}`,
);
if (chosen(SIZED).length > 0) {
  const columns = [];
  for (const size of sizes) {
    for (const name of values.places) {
      columns.push({
        heading: `${name} ${size.toLocaleString('en')}`,
        rows: await measured(name, chosen(SIZED), size),
      });
    }
  }
  console.log(`\n${table(columns)}`);
}
if (chosen(ONCE).length > 0) {
  const columns = [];
  for (const name of values.places) {
    const rows = [];
    for (const part of chosen(ONCE)) rows.push(...(await measured(name, [part], 0)));
    columns.push({ heading: name, rows });
  }
  console.log(`\n${table(columns)}`);
}

/** What the parts measure in places with so many patients. */
async function measured(name, parts, patients) {
  const rows = [];
  const places = await openPlaces(name, patients);
  try {
    for (const [part, measure] of parts) {
      console.log(`${name}, ${patients} patients: ${part} …`);
      const found = await measure(places, patients);
      for (const { what, text } of found) console.log(`  ${what}: ${text}`);
      rows.push(...found);
    }
  } finally {
    await places.close();
  }
  return rows;
}
