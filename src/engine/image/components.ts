import { type Mask, newMask } from './plane.ts';

/** The parts of a mask that hang together over edges, largest first. */
export interface Component {
  sizePx: number;
  /** Pixel indices. */
  pixels: Int32Array;
}

export function componentsOf({ widthPx, heightPx, inside }: Mask, wanted: 0 | 1 = 1): Component[] {
  const seen = new Uint8Array(inside.length);
  const stack = new Int32Array(inside.length);
  const found: Component[] = [];
  for (let start = 0; start < inside.length; start++) {
    if (inside[start] !== wanted || seen[start] === 1) continue;
    let count = 0;
    let done = 0;
    const push = (i: number) => {
      if (inside[i] === wanted && seen[i] === 0) {
        seen[i] = 1;
        stack[count++] = i;
      }
    };
    push(start);
    while (done < count) {
      const i = stack[done++]!;
      const x = i % widthPx;
      if (x > 0) push(i - 1);
      if (x < widthPx - 1) push(i + 1);
      if (i >= widthPx) push(i - widthPx);
      if (i < widthPx * (heightPx - 1)) push(i + widthPx);
    }
    found.push({ sizePx: count, pixels: stack.slice(0, count) });
  }
  return found.sort((a, b) => b.sizePx - a.sizePx || a.pixels[0]! - b.pixels[0]!);
}

/** Keeps the component of largest size only. */
export function largestComponent(mask: Mask): Mask {
  const kept = newMask(mask.widthPx, mask.heightPx);
  const largest = componentsOf(mask)[0];
  if (largest !== undefined) for (const i of largest.pixels) kept.inside[i] = 1;
  return kept;
}

/** Fills the enclosed holes that are no larger than `maxHolePx`; a gap between arm and trunk is larger and stays. */
export function fillHoles(mask: Mask, maxHolePx: number): Mask {
  const filled = { ...mask, inside: mask.inside.slice() };
  const { widthPx, heightPx } = mask;
  for (const hole of componentsOf(mask, 0)) {
    if (hole.sizePx > maxHolePx) continue;
    const touches = hole.pixels.some((i) => {
      const x = i % widthPx;
      return x === 0 || x === widthPx - 1 || i < widthPx || i >= widthPx * (heightPx - 1);
    });
    if (!touches) for (const i of hole.pixels) filled.inside[i] = 1;
  }
  return filled;
}
