/** Smooth noise from -1 to 1 with features about 1 unit across; the same in every run. */
export function noise(x: number, y: number, z: number): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [ease(x - i), ease(y - j), ease(z - k)];
  const mix = (a: number, b: number, t: number) => a + (b - a) * t;
  const row = (dj: number, dk: number) => mix(lattice(i, j + dj, k + dk), lattice(i + 1, j + dj, k + dk), u);
  return mix(mix(row(0, 0), row(1, 0), v), mix(row(0, 1), row(1, 1), v), w);
}

const ease = (t: number) => t * t * (3 - 2 * t);

function lattice(i: number, j: number, k: number): number {
  let h = Math.imul(i, 374761393) + Math.imul(j, 668265263) + Math.imul(k, 1440662683);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 2147483648 - 1;
}
