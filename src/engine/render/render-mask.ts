import type { Camera } from '../camera.ts';
import { type Mask, newMask } from '../image/plane.ts';
import type { Mesh } from '../surface/mesh.ts';
import { rasterize } from './rasterize.ts';

/** The silhouette of a mesh in a camera's picture. */
export function renderMask(mesh: Mesh, camera: Camera): Mask {
  const { triangle } = rasterize(mesh, camera);
  const mask = newMask(camera.widthPx, camera.heightPx);
  for (let i = 0; i < triangle.length; i++) mask.inside[i] = triangle[i]! >= 0 ? 1 : 0;
  return mask;
}
