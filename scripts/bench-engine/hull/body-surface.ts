import type { Mesh } from '../../../src/engine/surface/mesh.ts';
import { ReconError } from '../../../src/errors.ts';
import { type Box, boxOfInside, type Field, sampleField } from '../../field/field-grid.ts';
import { smooth } from '../../field/smooth.ts';
import { makeSolid } from '../../field/solid.ts';
import { surfaceArea } from '../../field/surface-area.ts';
import { surfaceNets } from '../../field/surface-nets.ts';

/** Where a person can be, in units of what the front photo shows. */
const WORLD: Box = { low: [-0.7, -0.95, -0.6], high: [0.7, 0.8, 0.6] };
const COARSE_CELL = 1 / 60;
const SMOOTHING_ROUNDS = 6;

/** The closed surface of a field in about `wantedTriangles` triangles; `generation_failed` where nothing is inside. */
export function bodySurface(field: Field, wantedTriangles: number): Mesh {
  const coarse = sampleField(field, WORLD, COARSE_CELL);
  const box = boxOfInside(coarse);
  if (box === undefined) {
    throw new ReconError('generation_failed', 'the photos do not show the same person in the same posture', {
      hint: 'check that each photo was given for the right view',
    });
  }
  makeSolid(coarse);
  // A surface of area A crosses about 1.5·A/cell² grid edges, each of which becomes two triangles.
  const cell = Math.sqrt((3 * surfaceArea(surfaceNets(coarse))) / wantedTriangles);
  const grid = sampleField(field, box, cell);
  makeSolid(grid);
  return smooth(surfaceNets(grid), SMOOTHING_ROUNDS);
}
