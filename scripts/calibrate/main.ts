import { collect } from './collect.ts';
import { readOptions } from './options.ts';
import { engineState, readRecords } from './records.ts';

const options = readOptions(process.argv.slice(2));
const engine = engineState();
const current = () => readRecords(options.file).filter((one) => options.stale || one.engine === engine);
if (!options.learn) await collect(options, engine, new Set(current().map(({ key }) => key)));
console.log(`${current().length} generations`);
