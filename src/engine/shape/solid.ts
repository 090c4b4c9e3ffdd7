import type { FieldGrid } from './field-grid.ts';

/** Smallest distance from the surface that a sample keeps, in cells: surfaces never run through a sample. */
const CLEARANCE = 0.02;

/**
 * Makes the inside one solid whose surface is a manifold: keeps the largest part, fills what is enclosed, and adds
 * samples where inside touches inside over an edge or corner only (such a place has no well-defined surface).
 */
export function makeSolid(grid: FieldGrid): void {
  keepLargest(grid, 1);
  keepLargest(grid, -1);
  while (repairTouches(grid)) keepLargest(grid, -1);
  const least = CLEARANCE * grid.cell;
  const { values } = grid;
  for (let i = 0; i < values.length; i++) {
    if (Math.abs(values[i]!) < least) values[i] = values[i]! > 0 ? least : -least;
  }
}

/** Turns every part on one side of the surface except the largest one over to the other side. */
function keepLargest({ size, cell, values }: FieldGrid, side: 1 | -1): void {
  const [sx, sy] = size;
  const steps = [1, -1, sx, -sx, sx * sy, -sx * sy];
  const label = new Int32Array(values.length);
  const queue = new Int32Array(values.length);
  const isOn = (i: number) => (side === 1 ? values[i]! > 0 : values[i]! <= 0);
  const sizes = [0];
  for (let start = 0; start < values.length; start++) {
    if (label[start] !== 0 || !isOn(start)) continue;
    const own = sizes.length;
    let count = 0;
    queue[count++] = start;
    label[start] = own;
    for (let done = 0; done < count; done++) {
      const i = queue[done]!;
      for (const step of steps) {
        const j = i + step;
        // The grid's border is outside, so a step off the grid only wraps round between outside samples.
        if (j < 0 || j >= values.length || label[j] !== 0 || !isOn(j)) continue;
        label[j] = own;
        queue[count++] = j;
      }
    }
    sizes.push(count);
  }
  const largest = sizes.indexOf(Math.max(...sizes));
  for (let i = 0; i < values.length; i++) if (label[i]! > 0 && label[i] !== largest) values[i] = -side * cell * 0.5;
}

/** Adds one sample per place where two inside samples meet over an edge or a corner only. True where it added any. */
function repairTouches({ size, cell, values }: FieldGrid): boolean {
  const [sx, sy, sz] = size;
  const along = [1, sx, sx * sy];
  let changed = false;
  const inside = (i: number) => values[i]! > 0;
  const add = (i: number) => {
    values[i] = cell * 0.1;
    changed = true;
  };
  for (let z = 1; z < sz - 1; z++) {
    for (let y = 1; y < sy - 1; y++) {
      for (let x = 1, i = (z * sy + y) * sx + 1; x < sx - 1; x++, i++) {
        for (let k = 0; k < 3; k++) {
          const a = along[k]!;
          const b = along[(k + 1) % 3]!;
          if (inside(i) && inside(i + a + b) && !inside(i + a) && !inside(i + b)) add(deeper(values, i + a, i + b));
          if (inside(i + a) && inside(i + b) && !inside(i) && !inside(i + a + b)) add(deeper(values, i, i + a + b));
        }
        repairCorners(values, i, along, inside, add);
      }
    }
  }
  return changed;
}

const deeper = (values: Float32Array, i: number, j: number) => (values[i]! >= values[j]! ? i : j);

/** Two opposite corners of a cube alone on their side. */
function repairCorners(
  values: Float32Array,
  i: number,
  along: readonly number[],
  inside: (i: number) => boolean,
  add: (i: number) => void,
): void {
  const [a, b, c] = along as [number, number, number];
  const cube = [i, i + a, i + b, i + a + b, i + c, i + a + c, i + b + c, i + a + b + c];
  let count = 0;
  for (const corner of cube) if (inside(corner)) count++;
  if (count !== 2 && count !== 6) return;
  const odd = cube.filter((corner) => inside(corner) === (count === 2));
  if (cube.indexOf(odd[0]!) + cube.indexOf(odd[1]!) !== 7) return;
  const others = cube.filter((corner) => !inside(corner));
  add(others.reduce((best, corner) => deeper(values, best, corner)));
}
