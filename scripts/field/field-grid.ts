import type { Vec3 } from '../../src/engine/vector.ts';

/** Signed distance of a kind: positive inside the body, its zero level is the surface; world units. */
export type Field = (x: number, y: number, z: number) => number;

/** A field sampled on a regular grid; index = (z·sizeY + y)·sizeX + x. The outermost samples are outside. */
export interface FieldGrid {
  size: readonly [number, number, number];
  origin: Vec3;
  cell: number;
  values: Float32Array;
}

/** From a sample's index to those of its neighbours along x, y and z. */
export type Steps = readonly [number, number, number];

export const stepsOf = ([sizeX, sizeY]: FieldGrid['size']): Steps => [1, sizeX, sizeX * sizeY];

/** 1 for each sample that is inside. */
export function insideOf(values: Float32Array): Uint8Array {
  const inside = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) inside[i] = values[i]! > 0 ? 1 : 0;
  return inside;
}

/** How many of the eight corners of the cell that begins at sample `i` are inside. */
export function cornersInside(inside: Uint8Array, i: number, [a, b, c]: Steps): number {
  const near = inside[i]! + inside[i + a]! + inside[i + b]! + inside[i + a + b]!;
  return near + inside[i + c]! + inside[i + a + c]! + inside[i + b + c]! + inside[i + a + b + c]!;
}

export interface Box {
  low: Vec3;
  high: Vec3;
}

const BLOCK = 6;
/** The field changes by no more than this per unit of length. */
const STEEPNESS = 1.6;

/** Samples a field in a box, block by block; a block far from the surface is filled from its middle. */
export function sampleField(field: Field, { low, high }: Box, cell: number): FieldGrid {
  const size = [0, 1, 2].map((k) => Math.ceil((high[k]! - low[k]!) / cell) + 5) as [number, number, number];
  const origin = [0, 1, 2].map((k) => low[k]! - 2 * cell) as unknown as Vec3;
  const values = new Float32Array(size[0] * size[1] * size[2]);
  const grid = { size, origin, cell, values };
  for (let z = 0; z < size[2]; z += BLOCK) {
    for (let y = 0; y < size[1]; y += BLOCK) {
      for (let x = 0; x < size[0]; x += BLOCK) sampleBlock(field, grid, x, y, z);
    }
  }
  closeBorders(grid);
  return grid;
}

function sampleBlock(
  field: Field,
  { size, origin, cell, values }: FieldGrid,
  x0: number,
  y0: number,
  z0: number,
): void {
  const half = (BLOCK - 1) / 2;
  const at = (k: number, i: number) => origin[k]! + i * cell;
  const middle = field(at(0, x0 + half), at(1, y0 + half), at(2, z0 + half));
  const isFar = Math.abs(middle) > STEEPNESS * Math.sqrt(3) * half * cell;
  for (let z = z0; z < Math.min(size[2], z0 + BLOCK); z++) {
    for (let y = y0; y < Math.min(size[1], y0 + BLOCK); y++) {
      let i = (z * size[1] + y) * size[0] + x0;
      for (let x = x0; x < Math.min(size[0], x0 + BLOCK); x++, i++) {
        values[i] = isFar ? middle : field(at(0, x), at(1, y), at(2, z));
      }
    }
  }
}

/** Nothing reaches the grid's border, so that every surface is closed. */
function closeBorders({ size, cell, values }: FieldGrid): void {
  const [sx, sy, sz] = size;
  for (let z = 0, i = 0; z < sz; z++) {
    for (let y = 0; y < sy; y++) {
      for (let x = 0; x < sx; x++, i++) {
        const isBorder = x === 0 || y === 0 || z === 0 || x === sx - 1 || y === sy - 1 || z === sz - 1;
        if (isBorder && values[i]! > -cell) values[i] = -cell;
      }
    }
  }
}

/** The smallest box with all inside samples, grown by one cell; undefined where nothing is inside. */
export function boxOfInside({ size, origin, cell, values }: FieldGrid): Box | undefined {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let z = 0, i = 0; z < size[2]; z++) {
    for (let y = 0; y < size[1]; y++) {
      for (let x = 0; x < size[0]; x++, i++) {
        if (values[i]! <= 0) continue;
        [x, y, z].forEach((index, k) => {
          low[k] = Math.min(low[k]!, origin[k]! + (index - 1) * cell);
          high[k] = Math.max(high[k]!, origin[k]! + (index + 1) * cell);
        });
      }
    }
  }
  if (low[0] === Infinity) return undefined;
  return { low: low as unknown as Vec3, high: high as unknown as Vec3 };
}
