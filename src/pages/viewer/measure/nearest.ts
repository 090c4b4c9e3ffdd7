import type { SurfacePoint } from './surface.ts';
import type { Vec3 } from './vector.ts';

/** The point of a surface that is nearest to a place, and which way is out there. */
export interface Nearest extends SurfacePoint {
  normal: Vec3;
  /** It lies where the surface ends, or beside that: what is there beyond is not known. */
  isInRim: boolean;
}

export type FindNearest = (place: Vec3) => Nearest;
