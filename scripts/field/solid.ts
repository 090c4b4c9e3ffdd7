import { rootOf } from '../../src/engine/root-of.ts';
import { cornersInside, type FieldGrid, insideOf, type Steps, stepsOf } from './field-grid.ts';

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
  const runs = runsOn(values, size, side);
  const parts = joinRuns(runs, size);
  const sizes = new Int32Array(parts.length);
  for (let run = 0; run < parts.length; run++) {
    sizes[parts[run]!] = sizes[parts[run]!]! + runs.end[run]! - runs.start[run]!;
  }
  const largest = sizes.reduce((best, count, part) => (count > sizes[best]! ? part : best), 0);
  for (let run = 0; run < parts.length; run++) {
    if (parts[run] !== largest) values.fill(-side * cell * 0.5, runs.start[run]!, runs.end[run]!);
  }
}

/** Stretches of the grid's rows along x that lie on one side of the surface, as indices of samples. */
interface Runs {
  start: number[];
  /** One past the last. */
  end: number[];
  /** The runs of row r, which is number z·sizeY + y, are those from `ofRow[r]` to `ofRow[r + 1] - 1`. */
  ofRow: Int32Array;
}

function runsOn(values: Float32Array, [sx, sy, sz]: FieldGrid['size'], side: 1 | -1): Runs {
  const runs: Runs = { start: [], end: [], ofRow: new Int32Array(sy * sz + 1) };
  for (let row = 0; row < sy * sz; row++) {
    let wasOn = false;
    for (let i = row * sx; i < (row + 1) * sx; i++) {
      const isOn = side === 1 ? values[i]! > 0 : values[i]! <= 0;
      if (isOn === wasOn) continue;
      (isOn ? runs.start : runs.end).push(i);
      wasOn = isOn;
    }
    if (wasOn) runs.end.push((row + 1) * sx);
    runs.ofRow[row + 1] = runs.start.length;
  }
  return runs;
}

/** For each run the first run of the part that it belongs to: runs hang together where they touch in y or z. */
function joinRuns({ start, end, ofRow }: Runs, [sx, sy, sz]: FieldGrid['size']): Int32Array {
  const parent = Int32Array.from(start.keys());
  const joinRows = (row: number, earlier: number) => {
    const away = (row - earlier) * sx;
    for (let a = ofRow[row]!, b = ofRow[earlier]!; a < ofRow[row + 1]! && b < ofRow[earlier + 1]!; ) {
      if (start[a]! < end[b]! + away && start[b]! + away < end[a]!) {
        const [p, q] = [rootOf(parent, a), rootOf(parent, b)];
        parent[Math.max(p, q)] = Math.min(p, q);
      }
      if (end[a]! < end[b]! + away) a++;
      else b++;
    }
  };
  for (let row = 0; row < sy * sz; row++) {
    if (row % sy > 0) joinRows(row, row - 1);
    if (row >= sy) joinRows(row, row - sy);
  }
  return parent.map((_, run) => rootOf(parent, run));
}

/** Adds one sample per place where two inside samples meet over an edge or a corner only. True where it added any. */
function repairTouches({ size, cell, values }: FieldGrid): boolean {
  const [sx, sy, sz] = size;
  const along = stepsOf(size);
  const inside = insideOf(values);
  let changed = false;
  const add = (i: number) => {
    values[i] = cell * 0.1;
    inside[i] = 1;
    changed = true;
  };
  for (let z = 1; z < sz - 1; z++) {
    for (let y = 1; y < sy - 1; y++) {
      for (let x = 1, i = (z * sy + y) * sx + 1; x < sx - 1; x++, i++) {
        const count = cornersInside(inside, i, along);
        if (count === 0 || count === 8) continue;
        for (let k = 0; k < 3; k++) {
          const a = along[k]!;
          const b = along[(k + 1) % 3]!;
          const isSplit = inside[i] === inside[i + a + b] && inside[i + a] === inside[i + b];
          if (!isSplit || inside[i] === inside[i + a]) continue;
          add(inside[i] === 1 ? deeper(values, i + a, i + b) : deeper(values, i, i + a + b));
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
  along: Steps,
  inside: Uint8Array,
  add: (i: number) => void,
): void {
  const count = cornersInside(inside, i, along);
  if (count !== 2 && count !== 6) return;
  const [a, b, c] = along;
  const cube = [i, i + a, i + b, i + a + b, i + c, i + a + c, i + b + c, i + a + b + c];
  const odd = cube.filter((corner) => inside[corner] === (count === 2 ? 1 : 0));
  if (cube.indexOf(odd[0]!) + cube.indexOf(odd[1]!) !== 7) return;
  const others = cube.filter((corner) => inside[corner] === 0);
  add(others.reduce((best, corner) => deeper(values, best, corner)));
}
