/**
 * Nearest point of a triangle to (x, y, z): writes the squared distance, the weights of the three corners and the
 * point itself into `out[0…6]`. `t` is the triangle's first index. Regions after Ericson, Real-Time Collision Detection.
 */
export function nearestOnTriangle(
  p: Float64Array,
  triangles: Uint32Array,
  t: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3];
  const [abx, aby, abz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
  const [acx, acy, acz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
  const [apx, apy, apz] = [x - p[a]!, y - p[a + 1]!, z - p[a + 2]!];
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  const abab = abx * abx + aby * aby + abz * abz;
  const acac = acx * acx + acy * acy + acz * acz;
  const abac = abx * acx + aby * acy + abz * acz;
  const [d3, d4] = [d1 - abab, d2 - abac];
  const [d5, d6] = [d1 - abac, d2 - acac];
  const va = d3 * d6 - d5 * d4;
  const vb = d5 * d2 - d1 * d6;
  const vc = d1 * d4 - d3 * d2;
  let v = 0;
  let w = 0;
  if (d1 <= 0 && d2 <= 0) v = 0;
  else if (d3 >= 0 && d4 <= d3) v = 1;
  else if (d6 >= 0 && d5 <= d6) w = 1;
  else if (vc <= 0 && d1 >= 0 && d3 <= 0) v = d1 / (d1 - d3);
  else if (vb <= 0 && d2 >= 0 && d6 <= 0) w = d2 / (d2 - d6);
  else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w = (d4 - d3) / (d4 - d3 + d5 - d6);
    v = 1 - w;
  } else {
    const sum = va + vb + vc;
    v = vb / sum;
    w = vc / sum;
  }
  const [qx, qy, qz] = [v * abx + w * acx, v * aby + w * acy, v * abz + w * acz];
  out[0] = (apx - qx) ** 2 + (apy - qy) ** 2 + (apz - qz) ** 2;
  out[1] = 1 - v - w;
  out[2] = v;
  out[3] = w;
  out[4] = p[a]! + qx;
  out[5] = p[a + 1]! + qy;
  out[6] = p[a + 2]! + qz;
}
