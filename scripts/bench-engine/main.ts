import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { runLooks } from './bad/looks.ts';
import { runPage } from './bad/page.ts';
import { type BadResult, badLine, kindTable, runBadSet } from './bad/run.ts';
import { makeFamily } from './family/make-family.ts';
import { lineOf, type Measured, measured } from './measured.ts';
import { readOptions } from './options.ts';
import { keepPictures } from './pictures.ts';
import { planOf } from './plan.ts';
import { makeHeads } from './real-heads/make-heads.ts';
import { refusalRows, rowsOf } from './rows.ts';
import { inTurn } from './run-child.ts';
import { readSubjects } from './subjects.ts';
import { tableOf } from './table.ts';

const options = readOptions(process.argv.slice(2));
const people = readSubjects(options.data);
const others =
  options.family > 0 ? readSubjects(await makeFamily(join(options.scratch, 'family'), options.family)) : [];
const heads =
  options.realHeads > 0
    ? readSubjects(
        await makeHeads(
          options.data,
          join(options.scratch, options.relief ? 'relief-heads' : 'real-heads'),
          options.realHeads,
          options.relief,
        ),
      )
    : [];
const everyone = heads.length > 0 ? heads : [...people, ...others];
const subjects = everyone.filter(({ name }) => options.subjects?.includes(name) ?? true);
const load = () => loadavg()[0]!.toFixed(2);
console.log(`Node ${process.version}, ${availableParallelism()} cores of ${cpus()[0]?.model}, load ${load()}`);

// An interrupted run ends after what is being made, and shows the table of what it has.
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isStopped = true;
  });
}

const results: Measured[] = [];
await inTurn(planOf(options, subjects), options.jobs, async (run) => {
  if (isStopped) return;
  const result = await measured(run, options);
  // The interrupt ends the child too, which is no fault of the engine.
  if (isStopped && result.answer?.fault !== undefined) return;
  results.push(result);
  console.log(lineOf(result));
  if (options.pictures !== undefined && run.method === 'engine') await keepPictures(result, options.pictures);
});
if (options.parts.includes('looks') && !isStopped) await runLooks(options, everyone);
if (options.parts.includes('page') && !isStopped) await runPage(options, everyone);
const bad: BadResult[] = [];
if (options.parts.includes('bad') && !isStopped) {
  await runBadSet(options, people, (result) => {
    bad.push(result);
    console.log(badLine(result));
    return !isStopped;
  });
}
if (bad.length > 0) console.log(`\n${kindTable(bad)}`);
console.log(`\nSynthetic people; median over them. Load at the end ${load()}.${isStopped ? ' Stopped early.' : ''}\n`);
console.log(tableOf([...rowsOf(results, options), ...refusalRows(results, bad)]));
