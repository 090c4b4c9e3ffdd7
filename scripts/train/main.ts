// Learns the shapes of people: `npm run train -- --data FOLDER` writes src/engine/morphable/people.bin and prints how
// well it can rebuild people that were left out of the learning.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { HalfModel } from '../../src/engine/morphable/half-model.ts';
import { readModels } from '../../src/engine/morphable/model-bytes.ts';
import { makeAtlas } from './atlas/make-atlas.ts';
import { assemble, learnModes, samplesOf, weightsOf } from './learn.ts';
import { printHeldOut, printSurface } from './measure.ts';
import { meanPerson, readPopulation } from './population.ts';
import { SPECS } from './specs.ts';
import { makeTemplate } from './template.ts';
import { writeModels } from './write-models.ts';

const { values } = parseArgs({
  options: { data: { type: 'string' }, out: { type: 'string' }, only: { type: 'string' } },
});
if (!values.data) throw new Error('Where is the data? --data FOLDER');
const out = values.out ?? fileURLToPath(new URL('../src/engine/morphable/people.bin', import.meta.url));

const population = readPopulation(values.data);
const mean = meanPerson(population);
const models: HalfModel[] = [];
for (const spec of SPECS.filter(({ name }) => values.only === undefined || name === values.only)) {
  const template = makeTemplate(spec, mean, population);
  const samples = samplesOf(spec, template, mean, population.people);
  const weights = weightsOf(spec, template);
  const learnt = learnModes(samples, weights, spec.symmetricModes, spec.opposedModes);
  const model = assemble(spec, template, mean, population, learnt.mean, learnt.modes);
  models.push(model);
  console.log(`${spec.name}: ${template.whole.positions.length / 3} vertices, ${learnt.modes.length} modes`);
  printSurface(template, mean, model);
  printHeldOut(samples, weights, template);
}
const read = readModels(writeModels(models));
const bytes = writeModels(models.map((model) => ({ ...model, atlas: makeAtlas(read[model.name]) })));
writeFileSync(out, bytes);
console.log(`${out}: ${bytes.length} bytes`);
