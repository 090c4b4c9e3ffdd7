import { type MeasureName, type ReconstructionType, VIEWS, type View } from '../contract/reconstruction.ts';
import { decodePhoto, encodeJpeg, type RgbImage } from '../photo/decode.ts';
import { certaintyOf } from './certainty/certainty.ts';
import { warningOf } from './certainty/doubts.ts';
import { vertexErrors } from './certainty/vertex-errors.ts';
import { writeGlb } from './export/glb.ts';
import { MTL, writeObj } from './export/obj.ts';
import { markedPhoto } from './fit/measure-constraint.ts';
import { fitPerson, MODEL, type People } from './fit-person.ts';
import { coverageOf } from './measure/coverage.ts';
import { toldMeasures } from './measure/given.ts';
import { lengthsOf } from './measure/lengths.ts';
import { armsOf, finishedSurface } from './morphable/finished-surface.ts';
import { QUALITY } from './provider-quality.ts';
import { seeAll } from './refusals.ts';
import { renderTurntable } from './render/turntable.ts';
import { type EngineReport, reportOf } from './report.ts';
import type { SeenPhoto } from './silhouette/check.ts';
import { doubtOfPeople } from './silhouette/check-views.ts';
import { textureMesh } from './texture/texture.ts';
import { unwrap } from './texture/unwrap.ts';

export interface EngineInput {
  type: ReconstructionType;
  provider: 4 | 5 | 6 | 7;
  /** JPEG, PNG or WebP bytes; at least `left`, `front` and `right`. */
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
  /** cm, under the interface's names: the given ones, and, if one of them set the size, those read from the model. */
  measures: Record<string, number>;
  report: EngineReport;
}

export interface EngineHooks {
  onProgress?(fraction: number, step: string): void;
  signal?: AbortSignal;
}

/**
 * Turns photos into a closed, textured mesh of this person at true scale. The same input gives the same bytes. Throws
 * `generation_failed` with a sentence for clinic staff if the photos do not allow it, as a `PhotoRefusal` with what else is
 * wrong, and the signal's reason if it is aborted.
 */
export async function reconstruct(input: EngineInput, people: People, hooks: EngineHooks = {}): Promise<EngineResult> {
  const quality = QUALITY[input.provider];
  const step = stepper(hooks);

  await step(0, 'reading the photos');
  const photos = await decodeAll(input.photos, quality.photoPx);

  await step(0.08, 'finding the outlines');
  const seen = seeAll(input.type, photos);

  await step(0.2, 'finding the person');
  const model = people[MODEL[input.type]];
  const fitted = fitPerson(model, seen, {
    ...input,
    effort: quality.effort,
    onProgress: (share) => hooks.onProgress?.(0.2 + 0.4 * share, 'finding the person'),
  });
  const { silhouettes, views, scale, fit, overlaps, doubts } = fitted;
  const { mesh: person, cameras } = fit;
  const lengths = lengthsOf(input.type, fit.model, person, markedPhoto(views, cameras));
  const certainty = certaintyOf(fit.model, input, seen, fitted, lengths);

  await step(0.6, 'building the surface');
  const surface = finishedSurface(model, person);

  await step(0.65, 'painting the surface');
  const images = photos.map(({ image }) => image);
  const textured = textureMesh(surface, silhouettes, cameras, images, {
    unwrapped: unwrap(surface.mesh, surface.coarse, model.atlas, quality.texturePx),
    occluders: { person, arms: armsOf(model, person) },
  });

  await step(0.9, 'writing the files');
  // The picture is packed in the library's own threads, while this thread computes the coverage and writes the files.
  const packing = encodeJpeg(textured.texture, 88);
  await step(0.92, 'writing the files');
  const drawing = encodeJpeg(renderTurntable(textured.mesh, textured.texture), 85);
  await step(0.96, 'writing the files');
  const coverage = coverageOf(surface, textured.weights);
  const report = reportOf({
    ...{ type: input.type, model, given: input.measures, scale, lengths, surface, coverage },
    ...{ sizes: images, views, fit, overlaps, expected: certainty.expected },
    doubts: [...peopleDoubts(input.type, seen), ...doubts, ...certainty.doubts.map(warningOf)],
  });
  const obj = writeObj(textured.mesh);
  const [texture, frames] = await Promise.all([packing, drawing]);
  await step(1, 'done');
  const errors = vertexErrors(input.type, surface, certainty.expected, coverage.seen);
  const ofCopies = (values: Float32Array) => Float32Array.from(textured.source, (vertex) => values[vertex]!);
  return {
    glb: writeGlb(textured.mesh, texture, {
      ...{ seen: ofCopies(coverage.seen), errorsMm: ofCopies(errors) },
      extras: { unseen: report.unseen, expected_error: report.expected_error },
    }),
    obj,
    mtl: MTL,
    texture,
    frames,
    measures: toldMeasures(input.measures, scale, lengths),
    report,
  };
}

/** Who looks at the model later, or sent the photos without a look, is to know it, too. */
function peopleDoubts(type: ReconstructionType, seen: readonly SeenPhoto[]): string[] {
  const doubt = doubtOfPeople(type, seen);
  return doubt === undefined ? [] : [warningOf({ sentence: doubt.message, hint: String(doubt.hint) })];
}

/** Between steps the thread can do other work, and an abort is noticed. */
function stepper({ onProgress, signal }: EngineHooks) {
  return async (fraction: number, words: string) => {
    onProgress?.(fraction, words);
    await new Promise<void>((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  };
}

/** One after another: a progressive or interlaced photo can take 240 MB while it is decoded. */
async function decodeAll(photos: EngineInput['photos'], maxSidePx: number) {
  const images: { view: View; image: RgbImage }[] = [];
  for (const view of VIEWS) {
    const bytes = photos[view];
    if (bytes !== undefined) images.push({ view, image: await decodePhoto(bytes, { maxSidePx }) });
  }
  return images;
}
