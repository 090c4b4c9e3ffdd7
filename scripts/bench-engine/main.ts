import { availableParallelism, cpus, loadavg } from 'node:os';
import { kindTable, runBadSet } from './bad/run.ts';
import { lineOf, type Measured, measured } from './measured.ts';
import { readOptions } from './options.ts';
import { planOf } from './plan.ts';
import { refusalRows, rowsOf } from './rows.ts';
import { inTurn } from './run-child.ts';
import { readSubjects } from './subjects.ts';
import { tableOf } from './table.ts';

const options = readOptions(process.argv.slice(2));
const subjects = readSubjects(options.data).filter(({ name }) => options.subjects?.includes(name) ?? true);
const load = () => loadavg()[0]!.toFixed(2);
console.log(`Node ${process.version}, ${availableParallelism()} cores of ${cpus()[0]?.model}, load ${load()}`);

const results: Measured[] = [];
await inTurn(planOf(options, subjects), options.jobs, async (run) => {
  const result = await measured(run, options);
  results.push(result);
  console.log(lineOf(result));
});
const bad = options.parts.includes('bad') ? await runBadSet(options, subjects) : [];
if (bad.length > 0) console.log(`\n${kindTable(bad)}`);
console.log(`\nSynthetic people; median over them. Load at the end ${load()}.\n`);
console.log(tableOf([...rowsOf(results, options), ...refusalRows(results, bad)]));
