/** A rectangle's place in the atlas, texels. */
export interface Place {
  x: number;
  y: number;
}

/** Texels between charts, so that none bleeds into its neighbour. */
export const GUTTER = 3;

interface Size {
  width: number;
  height: number;
}

/**
 * Packs rectangles of a real size into a square atlas, upright, on shelves of falling height, as large as they fit.
 * Gives texels per unit of length and each rectangle's place inside its gutter.
 */
export function packRectangles(sizes: readonly Size[], atlasPx: number): { density: number; places: Place[] } {
  let low = 0;
  let high = atlasPx / Math.max(...sizes.map(({ width, height }) => Math.max(width, height)));
  let places: Place[] | undefined;
  for (let round = 0; round < 24; round++) {
    const density = (low + high) / 2;
    const tried = packAt(sizes, atlasPx, density);
    if (tried === undefined) high = density;
    else {
      low = density;
      places = tried;
    }
  }
  return { density: low, places: places ?? sizes.map(() => ({ x: 0, y: 0 })) };
}

function packAt(sizes: readonly Size[], atlasPx: number, density: number): Place[] | undefined {
  const order = [...sizes.keys()].sort((a, b) => sizes[b]!.height - sizes[a]!.height || a - b);
  const places: Place[] = sizes.map(() => ({ x: 0, y: 0 }));
  let [x, y, shelf] = [0, 0, 0];
  for (const i of order) {
    const width = Math.ceil(sizes[i]!.width * density) + 2 * GUTTER + 1;
    const height = Math.ceil(sizes[i]!.height * density) + 2 * GUTTER + 1;
    if (x + width > atlasPx) {
      y += shelf;
      x = 0;
      shelf = 0;
    }
    if (x + width > atlasPx || y + height > atlasPx) return undefined;
    places[i] = { x: x + GUTTER, y: y + GUTTER };
    x += width;
    shelf = Math.max(shelf, height);
  }
  return places;
}
