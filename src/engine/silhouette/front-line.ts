import type { Contour } from './contour.ts';

/**
 * Per row the foremost place of a side photo's outline; values grow towards the back. Rows without an outline have that
 * of the row above, the first ones Infinity.
 */
export function frontLine({ x, y, atBorder }: Contour, heightPx: number, facesLeft: boolean): number[] {
  const front = new Array<number>(heightPx).fill(Infinity);
  for (let i = 0; i < x.length; i++) {
    const row = Math.floor(y[i]!);
    if (row < 0 || row >= heightPx || atBorder[i] === 1) continue;
    front[row] = Math.min(front[row]!, facesLeft ? x[i]! : -x[i]!);
  }
  for (let row = 1; row < heightPx; row++) {
    if (!Number.isFinite(front[row]!) && Number.isFinite(front[row - 1]!)) front[row] = front[row - 1]!;
  }
  return front;
}
