// Learns the shapes of people: `npm run train -- --data FOLDER` writes src/engine/morphable/people.bin and prints how
// well it can rebuild people that were left out of the learning. Heads are learnt twice, on one surface: from the
// population, and from the folder's real heads and the population together, as of a world in which the share
// `--real-share` of people is as the real heads (1: real heads alone, on the population's trunks; 0: the population
// alone). With `--every-second` only every second mode of the real heads is learnt from, to judge by heads that have all
// of them; `--sources` prints what each source brings.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { HalfModel } from '../../src/engine/morphable/half-model.ts';
import { readModels } from '../../src/engine/morphable/model-bytes.ts';
import { readRealHeads } from '../real-heads/read-real-heads.ts';
import { makeAtlas } from './atlas/make-atlas.ts';
import { assemble, learnModes, samplesOf, weightsOf } from './learn.ts';
import { printHeldOut, printSurface } from './measure.ts';
import { printRegistration, printSources } from './measure-sources.ts';
import { mixModes, REAL_SHARE } from './mix.ts';
import { meanPerson, readPopulation } from './population.ts';
import { realOnTemplate } from './real-samples.ts';
import { type ModelSpec, SPECS } from './specs.ts';
import { makeTemplate, type Template } from './template.ts';
import { writeModels } from './write-models.ts';

const { values } = parseArgs({
  options: {
    ...{ data: { type: 'string' }, out: { type: 'string' }, only: { type: 'string' } },
    ...{ 'real-share': { type: 'string' }, 'every-second': { type: 'boolean' }, sources: { type: 'boolean' } },
  },
});
if (!values.data) throw new Error('Where is the data? --data FOLDER');
const out = values.out ?? fileURLToPath(new URL('../src/engine/morphable/people.bin', import.meta.url));

const population = readPopulation(values.data);
const mean = meanPerson(population);
const realShare = Number(values['real-share'] ?? REAL_SHARE);
const models: HalfModel[] = [];
for (const spec of SPECS.filter(({ name }) => values.only === undefined || name === values.only)) {
  const template = makeTemplate(spec, mean, population);
  const samples = samplesOf(spec, template, mean, population.people);
  const weights = weightsOf(spec, template);
  const learnt = learnModes(samples, weights, spec.symmetricModes, spec.opposedModes);
  const others = otherShapes(spec, template, samples, weights);
  const model = assemble(spec, template, mean, population, learnt, others);
  models.push(model);
  console.log(`${spec.name}: ${template.whole.positions.length / 3} vertices, ${learnt.modes.length} modes`);
  printSurface(template, mean, model);
  printHeldOut(samples, weights, template);
}
const read = readModels(writeModels(models));
const bytes = writeModels(models.map((model) => ({ ...model, atlas: makeAtlas(read[model.name]) })));
writeFileSync(out, bytes);
console.log(`${out}: ${bytes.length} bytes`);

/** Heads that are also learnt from real ones. */
function otherShapes(spec: ModelSpec, template: Template, samples: readonly Float64Array[], weights: Float64Array) {
  if (spec.name !== 'head' || realShare === 0) return [];
  const mix = { realShare, symmetric: spec.symmetricModes, opposed: spec.opposedModes };
  const all = realOnTemplate(spec, template, readRealHeads(values.data!));
  const modes = all.modes.filter((_, k) => !values['every-second'] || k % 2 === 0);
  printRegistration(template, all);
  if (values.sources) printSources(samples, all, { ...all, modes }, weights, template, mix);
  return [{ ...mixModes(samples, { ...all, modes }, weights, mix), landmarks: all.landmarks }];
}
