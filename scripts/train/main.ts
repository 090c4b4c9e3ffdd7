// Learns what people look like: `npm run train -- --data FOLDER [--check]` writes src/engine/morphable/people.bin.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { HalfModel } from '../../src/engine/morphable/half-model.ts';
import { writeModels } from '../../src/engine/morphable/model-bytes.ts';
import { assemble, learnModes, samplesOf } from './learn.ts';
import { meanPerson, readPopulation } from './population.ts';
import { SPECS } from './specs.ts';
import { makeTemplate } from './template.ts';

const { values } = parseArgs({ options: { data: { type: 'string' }, out: { type: 'string' } } });
if (!values.data) throw new Error('Where is the data? --data FOLDER');
const out = values.out ?? fileURLToPath(new URL('../src/engine/morphable/people.bin', import.meta.url));

const population = readPopulation(values.data);
const mean = meanPerson(population);
const models: HalfModel[] = [];
for (const spec of SPECS) {
  const template = makeTemplate(spec, mean, population);
  const samples = samplesOf(spec, template, mean, population.people);
  const learnt = learnModes(samples, spec.symmetricModes, spec.opposedModes);
  models.push(assemble(spec, template, mean, population, learnt.mean, learnt.modes));
  console.log(`${spec.name}: ${template.whole.positions.length / 3} vertices, ${learnt.modes.length} modes`);
}
const bytes = writeModels(models);
writeFileSync(out, bytes);
console.log(`${out}: ${bytes.length} bytes`);
