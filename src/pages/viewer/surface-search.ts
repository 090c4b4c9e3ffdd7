import { BufferAttribute, BufferGeometry, DoubleSide, Ray, Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import type { FindNearest } from './measure/nearest.ts';
import { rimOf } from './measure/rim.ts';
import { sharesAt } from './measure/shares.ts';
import { cornersOf, type Surface, type SurfacePoint } from './measure/surface.ts';
import { cross, minus, plus, times, unit, type Vec3 } from './measure/vector.ts';

export interface SurfaceSearch {
  /** The point that a ray meets first. */
  hit(from: Vec3, direction: Vec3): SurfacePoint | undefined;
  findNearest: FindNearest;
}

/** What is met and what is near, by a tree of boxes round the triangles. */
export function searchesOf(surface: Surface): SurfaceSearch {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(surface.positions, 3));
  geometry.setIndex(new BufferAttribute(surface.triangles, 1));
  // Indirect: the triangles stay in their order.
  const tree = new MeshBVH(geometry, { indirect: true });
  const normals = vertexNormals(surface);
  const rim = rimOf(surface);
  const ray = new Ray();
  const target = { point: new Vector3(), distance: 0, faceIndex: 0 };
  return {
    hit: (from, direction) => {
      ray.origin.set(...from);
      ray.direction.set(...direction);
      const met = tree.raycastFirst(ray, DoubleSide);
      if (met?.faceIndex == null) return undefined;
      return { place: met.point.toArray(), triangle: met.faceIndex };
    },
    findNearest: ([x, y, z]) => {
      const { point, faceIndex } = tree.closestPointToPoint(new Vector3(x, y, z), target)!;
      const place: Vec3 = point.toArray();
      const shares = sharesAt(surface, faceIndex, place);
      const normal = normalAt(surface, normals, faceIndex, shares);
      const corner = shares.indexOf(Math.max(...shares));
      const isInRim = rim[surface.triangles[faceIndex * 3 + corner]!] === 1;
      return { place, triangle: faceIndex, normal, isInRim };
    },
  };
}

/** Per vertex, weighted by the triangles' areas; not of length 1. */
export function vertexNormals(surface: Surface): Float32Array {
  const { positions, triangles } = surface;
  const normals = new Float32Array(positions.length);
  for (let t = 0; t < triangles.length / 3; t++) {
    const [a, b, c] = cornersOf(surface, t);
    cross(minus(b, a), minus(c, a)).forEach((value, axis) => {
      for (let k = 0; k < 3; k++) {
        const at = triangles[t * 3 + k]! * 3 + axis;
        normals[at] = normals[at]! + value;
      }
    });
  }
  return normals;
}

/** Mixed from the corners': on an edge the normal of one side alone could call outside what is inside. */
function normalAt({ triangles }: Surface, normals: Float32Array, triangle: number, shares: Vec3): Vec3 {
  let mixed: Vec3 = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const at = triangles[triangle * 3 + k]! * 3;
    mixed = plus(mixed, times(unit([normals[at]!, normals[at + 1]!, normals[at + 2]!]), shares[k]!));
  }
  return unit(mixed);
}
