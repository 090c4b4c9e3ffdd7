/** A 1-2-1 blur in both directions, against the noise of single pixels. */
export function blur121(values: Float32Array, widthPx: number, heightPx: number): Float32Array {
  const across = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      const left = values[x > 0 ? i - 1 : i]!;
      const right = values[x < widthPx - 1 ? i + 1 : i]!;
      across[i] = (left + 2 * values[i]! + right) / 4;
    }
  }
  for (let i = 0; i < values.length; i++) {
    const up = across[i >= widthPx ? i - widthPx : i]!;
    const down = across[i + widthPx < values.length ? i + widthPx : i]!;
    out[i] = (up + 2 * across[i]! + down) / 4;
  }
  return out;
}
