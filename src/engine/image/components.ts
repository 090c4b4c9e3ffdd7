import type { Mask } from './plane.ts';

/** The pixel numbers of each part of a mask that is connected over edges, the largest part first. */
export function componentsOf({ widthPx, heightPx, inside }: Mask, wanted: 0 | 1 = 1): Int32Array[] {
  const stack = new Int32Array(inside.length);
  const found: Int32Array[] = [];
  // 1 for pixels that are inside and not yet visited.
  const isOpen = new Uint8Array(inside.length);
  for (let i = 0; i < inside.length; i++) isOpen[i] = inside[i] === wanted ? 1 : 0;
  const lastRow = widthPx * (heightPx - 1);
  for (let start = 0; start < inside.length; start++) {
    if (isOpen[start] === 0) continue;
    isOpen[start] = 0;
    stack[0] = start;
    let count = 1;
    for (let done = 0; done < count; done++) {
      const i = stack[done]!;
      const x = i % widthPx;
      if (x > 0 && isOpen[i - 1] === 1) {
        isOpen[i - 1] = 0;
        stack[count++] = i - 1;
      }
      if (x < widthPx - 1 && isOpen[i + 1] === 1) {
        isOpen[i + 1] = 0;
        stack[count++] = i + 1;
      }
      if (i >= widthPx && isOpen[i - widthPx] === 1) {
        isOpen[i - widthPx] = 0;
        stack[count++] = i - widthPx;
      }
      if (i < lastRow && isOpen[i + widthPx] === 1) {
        isOpen[i + widthPx] = 0;
        stack[count++] = i + widthPx;
      }
    }
    found.push(stack.slice(0, count));
  }
  return found.sort((a, b) => b.length - a.length || a[0]! - b[0]!);
}
