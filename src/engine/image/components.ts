import type { Mask } from './plane.ts';

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
