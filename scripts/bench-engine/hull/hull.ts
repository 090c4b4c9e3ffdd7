import type { ReconstructionType } from '../../../src/contract/reconstruction.ts';
import { VIEWS } from '../../../src/contract/reconstruction.ts';
import { shrinkImage } from '../../../src/engine/image/plane.ts';
import type { EngineInput } from '../../../src/engine/reconstruct.ts';
import { SHOWN, segment } from '../../../src/engine/silhouette/segment.ts';
import { type Mesh, scaledMesh } from '../../../src/engine/surface/mesh.ts';
import { decodePhoto } from '../../../src/photo/decode.ts';
import { bodySurface } from './body-surface.ts';
import { fitCameras } from './fit-cameras.ts';
import { hullField } from './hull-field.ts';
import { findScale } from './hull-scale.ts';
import { wideSilhouette } from './wide-silhouette.ts';

const OUTLINE_PX = 640;
const TRIANGLES = 60_000;
/** The best values for the first engine, which was this hull. */
const ROUNDING: Record<ReconstructionType, number> = { face: 0.9, mammo: 0.75, body: 0.9 };

/**
 * The control: the shape that outlines alone allow, metres. It has no knowledge of people's shapes, no checks, no
 * texture.
 */
export async function hullMesh(input: EngineInput): Promise<Mesh> {
  const seen = [];
  for (const view of VIEWS) {
    const bytes = input.photos[view];
    if (bytes === undefined) continue;
    const image = shrinkImage(await decodePhoto(bytes, { maxSidePx: 1600 }), OUTLINE_PX);
    seen.push({ image, silhouette: wideSilhouette(view, segment(image, SHOWN[input.type]).mask) });
  }
  const silhouettes = seen.map(({ silhouette }) => silhouette);
  const { cameras } = fitCameras(silhouettes, input.type);
  const isHead = input.type === 'face';
  const options = { rounding: ROUNDING[input.type], hasArms: !isHead, hasProfile: isHead };
  const shape = bodySurface(hullField(silhouettes, cameras, options), TRIANGLES);
  const front = silhouettes.findIndex(({ view }) => view === 'front');
  const scale = findScale({ ...input, mesh: shape, front: { ...seen[front]!, camera: cameras[front]! } });
  return scaledMesh(shape, scale.metresPerUnit);
}
