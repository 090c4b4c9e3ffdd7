import type { MeasureName, ReconstructionType, View } from '../contract/reconstruction.ts';
import { VIEWS } from '../contract/reconstruction.ts';
import { decodePhoto, encodeJpeg, type RgbImage } from '../photo/decode.ts';
import { type Camera, resizedCamera, scaledCamera } from './camera.ts';
import { writeGlb } from './export/glb.ts';
import { writeMtl, writeObj } from './export/obj.ts';
import { intersectionOverUnion, shrinkImage } from './image/plane.ts';
import { checkSize } from './measure/plausible.ts';
import { findScale } from './measure/scale.ts';
import { renderMask } from './render/render-mask.ts';
import { renderTurntable } from './render/turntable.ts';
import type { EngineReport } from './report.ts';
import { bodySurface } from './shape/body-surface.ts';
import { fitCameras } from './shape/fit-cameras.ts';
import { hullField } from './shape/hull-field.ts';
import { checkOverlap, checkSilhouette } from './silhouette/check.ts';
import { checkFacing } from './silhouette/facing.ts';
import { segment } from './silhouette/segment.ts';
import { type Silhouette, silhouetteOf } from './silhouette/silhouette.ts';
import { scaledMesh } from './surface/mesh.ts';
import { textureMesh } from './texture/texture.ts';

export interface EngineInput {
  type: ReconstructionType;
  provider: 4 | 5 | 6 | 7;
  /** JPEG, PNG or WebP bytes. `left`, `front` and `right` at least. */
  photos: Partial<Record<View, Uint8Array>>;
  /** cm */
  measures: Partial<Record<MeasureName, number>>;
}

export interface EngineResult {
  /** Binary glTF, metres, Y up, the person looks along +Z. */
  glb: Uint8Array;
  /** Wavefront, millimetres; refers to `model.mtl`, which refers to `texture.jpg`. */
  obj: string;
  mtl: string;
  /** JPEG. */
  texture: Uint8Array;
  /** JPEG sprite of a turntable, see `render/turntable.ts`. */
  frames: Uint8Array;
  /** cm: those given, and what was truly read off the model. */
  measures: Record<string, number>;
  report: EngineReport;
}

export interface EngineHooks {
  onProgress?(fraction: number, step: string): void;
  signal?: AbortSignal;
}

/** Longer side of the picture in which outlines are looked for. */
const OUTLINE_PX = 640;

/** How finely a provider works. */
const DETAIL: Record<EngineInput['provider'], { triangles: number; atlasPx: number; photoPx: number }> = {
  4: { triangles: 60_000, atlasPx: 1536, photoPx: 1600 },
  6: { triangles: 80_000, atlasPx: 2048, photoPx: 2000 },
  5: { triangles: 100_000, atlasPx: 2048, photoPx: 2400 },
  7: { triangles: 100_000, atlasPx: 2048, photoPx: 2400 },
};

/**
 * How much of a body part's half-thickness is rounded, per type; see `hull-field.ts` and, for what each value costs,
 * `docs/engine.md`.
 */
const ROUNDING: Record<ReconstructionType, number> = { face: 0.9, mammo: 0.75, body: 0.9 };

/**
 * Photos to a closed, textured, true-to-scale mesh of this person. Same input, same bytes.
 * Throws `generation_failed` with a sentence for clinic staff where the photos do not allow it, and whatever the
 * signal carries where it is aborted.
 */
export async function reconstruct(input: EngineInput, hooks: EngineHooks = {}): Promise<EngineResult> {
  const detail = DETAIL[input.provider];
  const step = stepper(hooks);

  await step(0, 'reading the photos');
  const photos = await decodeAll(input.photos, detail.photoPx);

  await step(0.1, 'finding the outlines');
  const seen = photos.map(({ view, image }) => outlineOf(view, image, input.type));
  const silhouettes = seen.map(({ silhouette }) => silhouette);
  checkFacing(
    input.type,
    Object.fromEntries(seen.map(({ silhouette: { view, mask }, image }) => [view, { image, mask }])),
  );

  await step(0.3, 'matching the views');
  const { cameras } = fitCameras(silhouettes, input.type);

  await step(0.5, 'building the surface');
  const isHead = input.type === 'face';
  const field = hullField(silhouettes, cameras, {
    rounding: ROUNDING[input.type],
    hasArms: !isHead,
    hasProfile: isHead,
  });
  const shape = bodySurface(field, detail.triangles);
  const overlaps = cameras.map((camera, i) => intersectionOverUnion(renderMask(shape, camera), silhouettes[i]!.mask));
  const doubts = checkOverlap(silhouettes, overlaps);

  await step(0.7, 'measuring');
  const front = silhouettes.findIndex(({ view }) => view === 'front');
  const scale = findScale({
    ...input,
    mesh: shape,
    front: { image: seen[front]!.image, silhouette: silhouettes[front]!, camera: cameras[front]! },
  });
  checkSize(input.type, shape, scale);
  const mesh = scaledMesh(shape, scale.metresPerUnit);
  const metricCameras = cameras.map((camera) => scaledCamera(camera, scale.metresPerUnit));

  await step(0.75, 'painting the surface');
  const images = photos.map(({ image }) => image);
  const textured = textureMesh(mesh, silhouettes, metricCameras, images, {
    atlasPx: detail.atlasPx,
    hasArms: !isHead,
  });

  await step(0.9, 'writing the files');
  const texture = await encodeJpeg(textured.texture, 88);
  const frames = await encodeJpeg(renderTurntable(textured.mesh, textured.texture), 85);
  await step(1, 'done');
  return {
    glb: writeGlb(textured.mesh, texture),
    obj: writeObj(textured.mesh),
    mtl: writeMtl(),
    texture,
    frames,
    measures: measuresOf(input),
    report: {
      views: viewReports(photos, silhouettes, metricCameras, overlaps),
      warnings: [...doubts, ...scale.warnings],
      scale: scale.basis,
      triangles: mesh.triangles.length / 3,
    },
  };
}

interface Photo {
  view: View;
  image: RgbImage;
}

/** Between steps other work of the thread gets its turn, and an abort is heard. */
function stepper({ onProgress, signal }: EngineHooks) {
  return async (fraction: number, words: string) => {
    onProgress?.(fraction, words);
    await new Promise<void>((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  };
}

async function decodeAll(photos: EngineInput['photos'], maxSidePx: number): Promise<Photo[]> {
  const decoded: Photo[] = [];
  for (const view of VIEWS) {
    const bytes = photos[view];
    if (bytes !== undefined) decoded.push({ view, image: await decodePhoto(bytes, { maxSidePx }) });
  }
  return decoded;
}

function outlineOf(view: View, photo: RgbImage, type: ReconstructionType) {
  const image = shrinkImage(photo, OUTLINE_PX);
  const found = segment(image, type === 'body');
  checkSilhouette(view, found);
  return { image, silhouette: silhouetteOf(view, found.mask) };
}

function measuresOf({ measures }: EngineInput): Record<string, number> {
  return Object.fromEntries(Object.entries(measures).filter(([, value]) => value !== undefined));
}

function viewReports(
  photos: readonly Photo[],
  silhouettes: readonly Silhouette[],
  cameras: readonly Camera[],
  overlaps: readonly number[],
): EngineReport['views'] {
  return silhouettes.map(({ view }, i) => {
    const { widthPx, heightPx } = photos[i]!.image;
    return { view, overlap: overlaps[i]!, camera: resizedCamera(cameras[i]!, widthPx, heightPx) };
  });
}
