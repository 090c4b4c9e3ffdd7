import type { Distance } from './shape.ts';
import { radians, type Vector } from './vector.ts';

/** Turns about the y axis (heading), then x (nod), then z (tilt), in degrees. */
export interface Turn {
  headingDeg?: number;
  nodDeg?: number;
  tiltDeg?: number;
}

/** An ellipsoid of half axes `radii` (cm) around `centre`. */
export function ellipsoid(centre: Vector, radii: Vector, turn: Turn = {}): Distance {
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = rotation(turn);
  const [cx, cy, cz] = centre;
  const [rx, ry, rz] = radii;
  return (x, y, z) => {
    const dx = x - cx;
    const dy = y - cy;
    const dz = z - cz;
    const px = (m0 * dx + m3 * dy + m6 * dz) / rx;
    const py = (m1 * dx + m4 * dy + m7 * dz) / ry;
    const pz = (m2 * dx + m5 * dy + m8 * dz) / rz;
    const level = Math.sqrt(px * px + py * py + pz * pz);
    const slope = Math.sqrt((px * px) / (rx * rx) + (py * py) / (ry * ry) + (pz * pz) / (rz * rz));
    return slope < 1e-9 ? -Math.min(rx, ry, rz) : (level * (level - 1)) / slope;
  };
}

type Matrix = [number, number, number, number, number, number, number, number, number];

function rotation({ headingDeg = 0, nodDeg = 0, tiltDeg = 0 }: Turn): Matrix {
  const [ch, sh] = [Math.cos(radians(headingDeg)), Math.sin(radians(headingDeg))];
  const [cn, sn] = [Math.cos(radians(nodDeg)), Math.sin(radians(nodDeg))];
  const [ct, st] = [Math.cos(radians(tiltDeg)), Math.sin(radians(tiltDeg))];
  return [
    ch * ct + sh * sn * st,
    -ch * st + sh * sn * ct,
    sh * cn,
    cn * st,
    cn * ct,
    -sn,
    -sh * ct + ch * sn * st,
    sh * st + ch * sn * ct,
    ch * cn,
  ];
}

/** A rod with a ball of its own radius (cm) at each end. */
export function roundCone(from: Vector, to: Vector, fromRadius: number, toRadius: number): Distance {
  const [ax, ay, az] = from;
  const [bx, by, bz] = [to[0] - ax, to[1] - ay, to[2] - az];
  const squared = bx * bx + by * by + bz * bz;
  return (x, y, z) => {
    const dx = x - ax;
    const dy = y - ay;
    const dz = z - az;
    const t = Math.min(Math.max((dx * bx + dy * by + dz * bz) / squared, 0), 1);
    const ex = dx - t * bx;
    const ey = dy - t * by;
    const ez = dz - t * bz;
    return Math.sqrt(ex * ex + ey * ey + ez * ez) - (fromRadius + t * (toRadius - fromRadius));
  };
}
