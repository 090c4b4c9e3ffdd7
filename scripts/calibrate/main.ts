import { execFileSync } from 'node:child_process';
import { collect } from './collect.ts';
import { judgement } from './learn/judge.ts';
import { learnAll, toldByEngine, toldByOthers } from './learn/learn-all.ts';
import { writeLearned } from './learn/write-learned.ts';
import { readOptions } from './options.ts';
import { engineState, readRecords } from './records.ts';

const options = readOptions(process.argv.slice(2));
const engine = engineState();
const isAsked = ({ variant }: { variant: string }) => options.variants?.includes(variant) ?? true;
const current = () =>
  readRecords(options.file).filter((one) => isAsked(one) && (options.stale || one.engine === engine));
if (!options.learn) await collect(options, engine, new Set(current().map(({ key }) => key)));
const records = [...new Map(current().map((one) => [one.key, one])).values()];
const told = options.judge ? toldByEngine(records) : toldByOthers(records);
const found = judgement(records, told);
console.log([...found.summary, '', ...found.table].join('\n'));
if (options.write) {
  writeLearned(learnAll(records, told), records, found);
  execFileSync('npx', ['biome', 'check', '--write', 'src/engine/certainty/learned.ts'], { stdio: 'ignore' });
}
