import { parseArgs } from 'node:util';
import { headsOf, portraitsOf } from './cases.ts';
import { measureCovered } from './covered.ts';
import { learnFrom } from './learn.ts';
import { type CaseResult, resultOf } from './measure.ts';
import { lineOf, marksTable, pupilsLine } from './table.ts';

const USAGE = `npm run bench:portraits -- --portraits FOLDER --data FOLDER
  --portraits FOLDER   front photos NAME.jpg with NAME.tem (the number of points, then x y in px; the first two are the
                       pupils, the person's right one first)
  --data FOLDER        rendered heads, as for bench:engine
  --only 001,dev-f1    photos whose name begins so
  --covered            instead, paints lids, dark glasses and hair over the eyes, which must not be found there
  --learn FILE         instead of measuring, learns from the portraits what marks look like and writes it, with the errors
                       in faces that were left out; src/engine/landmarks/learned-marks.ts was made so`;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { portraits: text, data: text, only: text, learn: text, covered: { type: 'boolean' } },
});
if (values.portraits === undefined && values.data === undefined) throw new Error(`nothing to measure\n${USAGE}`);
const only = values.only?.split(',');
if (values.learn !== undefined) {
  await learnFrom(portraitsOf(values.portraits ?? ''), values.learn);
  process.exit();
}

const cases = [
  ...(values.portraits === undefined ? [] : portraitsOf(values.portraits)),
  ...(values.data === undefined ? [] : headsOf(values.data)),
].filter(({ name }) => only?.some((start) => name.startsWith(start)) ?? true);
if (values.covered) {
  await measureCovered(cases);
  process.exit();
}

const results: CaseResult[] = [];
for (const one of cases) {
  const result = await resultOf(one);
  results.push(result);
  console.log(lineOf(result));
}
for (const group of new Set(results.map((one) => one.group))) {
  const own = results.filter((one) => one.group === group);
  console.log(`\n${group}: ${pupilsLine(own)}`);
  const marks = marksTable(own);
  if (marks !== '') console.log(marks);
}
