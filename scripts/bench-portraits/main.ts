import { parseArgs } from 'node:util';
import { headsOf, portraitsOf } from './cases.ts';
import { type CaseResult, resultOf } from './measure.ts';
import { lineOf, marksTable, pupilsLine } from './table.ts';

const USAGE = `npm run bench:portraits -- --portraits FOLDER --data FOLDER
  --portraits FOLDER   front photos NAME.jpg with NAME.tem (the number of points, then x y in px; the first two are the
                       pupils, the person's right one first)
  --data FOLDER        rendered heads, as for bench:engine
  --only 001,dev-f1    photos whose name begins so`;

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { portraits: text, data: text, only: text } });
if (values.portraits === undefined && values.data === undefined) throw new Error(`nothing to measure\n${USAGE}`);
const only = values.only?.split(',');

const results: CaseResult[] = [];
for (const one of [
  ...(values.portraits === undefined ? [] : portraitsOf(values.portraits)),
  ...(values.data === undefined ? [] : headsOf(values.data)),
]) {
  if (only?.some((start) => one.name.startsWith(start)) === false) continue;
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
