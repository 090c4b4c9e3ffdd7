import { readFileSync } from 'node:fs';
import { readModels } from '../../src/engine/morphable/model-bytes.ts';
import type { ModelName, MorphableModel } from '../../src/engine/morphable/morphable-model.ts';

let models: Record<ModelName, MorphableModel> | undefined;

/** The models that `npm run train` wrote; read once. */
export function loadModels(): Record<ModelName, MorphableModel> {
  models ??= readModels(readFileSync(new URL('../../src/engine/morphable/people.bin', import.meta.url)));
  return models;
}
