import { distanceTo, joined, type Material, type Part, type Solid } from './shape.ts';

/** A solid made quick to ask: space is cut into cells, each of which knows the parts near it. */
export interface BlockGrid {
  /** Signed distance in cm; away from the surface a safe underestimate. */
  distance(x: number, y: number, z: number): number;
  /** Signed distance in cm to within about half a cell, smooth everywhere: for soft shading. */
  roughDistance(x: number, y: number, z: number): number;
  /** What the nearest part at a point is made of. */
  materialAt(x: number, y: number, z: number): Material;
  readonly solid: Solid;
}

const CELL_CM = 1;
/** From a cell's centre to its corner. */
const REACH_CM = (CELL_CM * Math.sqrt(3)) / 2;
/** The parts' estimates may exceed the true distance by about this factor. */
const EXCESS = 2.4;
/** Any step this short is safe beside parts that a cell has left out. */
const SURE_STEP_CM = 0.6;

export function blockGrid(solid: Solid): BlockGrid {
  const [lowX, lowY, lowZ] = solid.low;
  const count = (i: 0 | 1 | 2) => Math.ceil((solid.high[i] - solid.low[i]) / CELL_CM);
  const [nx, ny, nz] = [count(0), count(1), count(2)];
  const reaches = reachesOf(solid.parts);
  const sure = new Float32Array(nx * ny * nz).fill(Number.NaN);
  const nearParts: (readonly Part[] | undefined)[] = new Array(nx * ny * nz);

  const within = (place: number, cells: number) => Math.min(Math.max(Math.floor(place / CELL_CM), 0), cells - 1);
  const cellAt = (x: number, y: number, z: number) =>
    within(x - lowX, nx) + nx * (within(y - lowY, ny) + ny * within(z - lowZ, nz));
  const survey = (cell: number): number => {
    const x = lowX + ((cell % nx) + 0.5) * CELL_CM;
    const y = lowY + ((Math.floor(cell / nx) % ny) + 0.5) * CELL_CM;
    const z = lowZ + (Math.floor(cell / (nx * ny)) + 0.5) * CELL_CM;
    const near: Part[] = [];
    let whole = 1e3;
    for (let i = 0; i < solid.parts.length; i++) {
      const one = solid.parts[i]!;
      const distance = one.distance(x, y, z);
      if (distance < reaches[i]!) near.push(one);
      whole = joined(whole, one, distance);
    }
    nearParts[cell] = near;
    sure[cell] = (whole - REACH_CM) / EXCESS;
    return sure[cell]!;
  };

  return {
    solid,
    roughDistance: latticeDistance(solid),
    distance(x, y, z) {
      const cell = cellAt(x, y, z);
      const surveyed = sure[cell]!;
      const atLeast = Number.isNaN(surveyed) ? survey(cell) : surveyed;
      if (atLeast > SURE_STEP_CM) return atLeast;
      let distance = 1e3;
      for (const one of nearParts[cell]!) distance = joined(distance, one, one.distance(x, y, z));
      return Math.min(distance, SURE_STEP_CM);
    },
    materialAt(x, y, z) {
      const cell = cellAt(x, y, z);
      if (nearParts[cell] === undefined) survey(cell);
      return nearestMaterial(nearParts[cell]!, x, y, z);
    },
  };
}

/** How near to a cell's centre a part must be to count in the cell: any later part may be blended with it. */
function reachesOf(parts: readonly Part[]): number[] {
  let blendCm = 0;
  const blends = parts.map((one) => one.blendCm);
  const largestFrom = blends.reverse().map((blend) => {
    blendCm = Math.max(blendCm, blend);
    return blendCm;
  });
  return largestFrom.reverse().map((blend) => REACH_CM * EXCESS + blend + SURE_STEP_CM);
}

/** Distances at the corners of cells, found when first asked, and in between by trilinear interpolation. */
function latticeDistance({ parts, low, high }: Solid): (x: number, y: number, z: number) => number {
  const [lowX, lowY, lowZ] = low;
  const count = (i: 0 | 1 | 2) => Math.ceil((high[i] - low[i]) / CELL_CM) + 1;
  const [nx, ny, nz] = [count(0), count(1), count(2)];
  const corners = new Float32Array(nx * ny * nz).fill(Number.NaN);
  const corner = (i: number, j: number, k: number): number => {
    const at = i + nx * (j + ny * k);
    if (Number.isNaN(corners[at])) {
      corners[at] = distanceTo(parts, lowX + i * CELL_CM, lowY + j * CELL_CM, lowZ + k * CELL_CM);
    }
    return corners[at]!;
  };
  return (x, y, z) => {
    const i = Math.min(Math.max(Math.floor((x - lowX) / CELL_CM), 0), nx - 2);
    const j = Math.min(Math.max(Math.floor((y - lowY) / CELL_CM), 0), ny - 2);
    const k = Math.min(Math.max(Math.floor((z - lowZ) / CELL_CM), 0), nz - 2);
    const u = (x - lowX) / CELL_CM - i;
    const v = (y - lowY) / CELL_CM - j;
    const w = (z - lowZ) / CELL_CM - k;
    const low0 = corner(i, j, k) * (1 - u) + corner(i + 1, j, k) * u;
    const low1 = corner(i, j + 1, k) * (1 - u) + corner(i + 1, j + 1, k) * u;
    const high0 = corner(i, j, k + 1) * (1 - u) + corner(i + 1, j, k + 1) * u;
    const high1 = corner(i, j + 1, k + 1) * (1 - u) + corner(i + 1, j + 1, k + 1) * u;
    return (low0 * (1 - v) + low1 * v) * (1 - w) + (high0 * (1 - v) + high1 * v) * w;
  };
}

function nearestMaterial(parts: readonly Part[], x: number, y: number, z: number): Material {
  let nearest = Number.POSITIVE_INFINITY;
  let material: Material = 'skin';
  for (const one of parts) {
    const distance = one.carves ? Number.POSITIVE_INFINITY : one.distance(x, y, z);
    if (distance < nearest) {
      nearest = distance;
      material = one.material;
    }
  }
  return material;
}
