import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import type { Sitter } from '../../scripts/bench-engine/bad/kinds.ts';
import type { SetName } from '../../scripts/bench-engine/subjects.ts';
import { TYPE_OF } from '../../scripts/bench-engine/subjects.ts';
import { type SetName as SampleSet, SETS } from '../../scripts/samples/camera.ts';
import { figureOf } from '../../scripts/samples/figure.ts';
import type { Person } from '../../scripts/samples/people.ts';
import { renderPhoto } from '../../scripts/samples/photo.ts';
import type { MeasureName } from '../../src/contract/reconstruction.ts';
import { shrinkImage } from '../../src/engine/image/plane.ts';
import { SHOWN, segment } from '../../src/engine/silhouette/segment.ts';
import { decodePhoto } from '../../src/photo/decode.ts';

const SAMPLES = resolve(import.meta.dirname, '../../samples');
/** Wide enough to part a person from the wall. */
const MASK_PX = 480;
/** Of photos that are rendered anew, which takes time by the pixel. */
const PHOTO_PX = 520;

const SAMPLE_OF: Record<SetName, SampleSet> = { head: 'face', torso: 'torso', body: 'body' };

export interface SampleSitter extends Sitter {
  measures: Record<MeasureName, number>;
}

/** A person of the samples, whose photos can be spoilt as those of the engine's bench; made in `folder`. */
export async function sampleSitter(person: Person, folder: string): Promise<SampleSitter> {
  let figure: ReturnType<typeof figureOf> | undefined;
  const photos: Sitter['photos'] = {};
  for (const set of ['head', 'torso', 'body'] as const) {
    const sample = SAMPLE_OF[set];
    mkdirSync(join(folder, person, sample), { recursive: true });
    for (const view of SETS[sample]) {
      const path = join(folder, person, sample, `${view}.jpg`);
      copyFileSync(join(SAMPLES, person, sample, `${view}.jpg`), path);
      // Tracing rays for the true outline would take longer than all the rest.
      const image = shrinkImage(await decodePhoto(readFileSync(path)), MASK_PX);
      const { inside, widthPx: width, heightPx: height } = segment(image, SHOWN[TYPE_OF[set]]).mask;
      await sharp(
        inside.map((one) => 255 * one),
        { raw: { width, height, channels: 1 } },
      ).toFile(path.replace(/\.jpg$/, '.mask.png'));
      photos[set] = { ...photos[set], [view]: path };
    }
  }
  return {
    photos,
    measures: JSON.parse(readFileSync(join(SAMPLES, 'manifest.json'), 'utf8')).people[person].measures,
    async turned(set, view, turnedDeg) {
      figure ??= figureOf(person);
      const sample = SAMPLE_OF[set];
      const {
        rgb,
        widthPx: width,
        heightPx: height,
      } = renderPhoto(figure, sample, view as 'left', {
        widthPx: PHOTO_PX,
        turnedDeg,
      });
      return sharp(rgb, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 92 })
        .toBuffer();
    },
  };
}
