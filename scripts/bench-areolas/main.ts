import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { shrinkImage } from '../../src/engine/image/plane.ts';
import { findLandmarks } from '../../src/engine/landmarks/find-landmarks.ts';
import { OUTLINE_PX, QUALITY } from '../../src/engine/provider-quality.ts';
import { segment } from '../../src/engine/silhouette/segment.ts';
import { decodePhoto } from '../../src/photo/decode.ts';
import { Bodies } from './bodies.ts';
import { type By, learnedText, taskOf } from './learn.ts';
import type { RatingTask } from './learn-rating.ts';
import { COVERS, type Cover } from './paint-trunk.ts';
import { type Trunk, trunkOf } from './trunks.ts';

const USAGE = `npm run bench:areolas -- --data FOLDER
  --only 0-9,14        seeds, 0-79 if not given; of each hundred the first 60 are bare trunks, the others have something
                       before the nipples, or no areolas
  --learn colour       instead of measuring, prints the weights of src/engine/landmarks/areola-rating.ts as learned from the
                       seeds; learn from other ones than those that are judged, 0-79 and 800-879
  --learn nipples      the same for src/engine/landmarks/nipple-areolas.ts
  --scratch FOLDER     where the photos stay; delete it after a change of the painter`;

/** Of each hundred seeds, those of trunks whose areolas are seen; the others must be refused. */
const BARE = 60;
const BY: readonly By[] = ['colour', 'nipples'];
const USUAL_SEEDS = '0-79';
/** An areola further from the true middle than this was taken from somewhere else. */
const RIGHT_MM = 8;

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { data: text, only: text, scratch: text, learn: text } });
if (values.data === undefined) throw new Error(`--data is missing\n${USAGE}`);
const folder = resolve(values.scratch ?? 'build/bench-areolas/scratch');
const bodies = new Bodies(resolve(values.data));

if (values.learn !== undefined) {
  const by = BY.find((one) => one === values.learn);
  if (by === undefined) throw new Error(`--learn ${values.learn}: choose ${BY.join(' or ')}\n${USAGE}`);
  const tasks: RatingTask[] = [];
  for (const seed of seedsOf(values.only ?? USUAL_SEEDS)) {
    const { trunk, photo } = await trunkOf(seed, coverOf(seed), bodies, folder);
    const task = await taskOf(photo, trunk, by);
    if (task.pairs.length > 0) tasks.push(task);
  }
  console.log(learnedText(tasks));
  process.exit();
}

const tally = { right: 0, wrong: 0, refused: 0, coveredTaken: 0, covered: 0 };
const misses: number[] = [];
for (const seed of seedsOf(values.only ?? USUAL_SEEDS)) {
  const cover = coverOf(seed);
  const { trunk, photo } = await trunkOf(seed, cover, bodies, folder);
  const miss = await worstMiss(photo, trunk);
  const verdict = miss === undefined ? 'refused' : miss > RIGHT_MM ? 'wrong' : 'right';
  if (cover !== undefined) {
    tally.covered++;
    if (miss !== undefined) tally.coveredTaken++;
  } else {
    tally[verdict]++;
    if (verdict === 'right') misses.push(miss!);
  }
  const about = [
    trunk.person,
    `skin ${trunk.step}`,
    `${trunk.shade} areolas`,
    `${trunk.wall} wall`,
    ...(cover ? [cover] : []),
  ];
  const told = cover === undefined ? verdict : miss === undefined ? 'right: refused' : 'WRONG: taken';
  console.log(
    `${String(seed).padStart(2)} ${told}${miss === undefined ? '' : ` ${miss.toFixed(1)} mm`}  ${about.join(', ')}`,
  );
}
misses.sort((a, b) => a - b);
const bare = tally.right + tally.wrong + tally.refused;
console.log(
  `\n${bare} trunks: ${tally.right} right (median ${misses[misses.length >> 1]?.toFixed(1)} mm, worst ${misses.at(-1)?.toFixed(1)}), ` +
    `${tally.wrong} taken from somewhere else, ${tally.refused} refused; of ${tally.covered} without both areolas ${tally.coveredTaken} taken`,
);

function coverOf(seed: number): Cover | undefined {
  return seed % 100 < BARE ? undefined : COVERS[seed % COVERS.length]!;
}

function seedsOf(typed: string): number[] {
  return typed.split(',').flatMap((range) => {
    const [from, to = from] = range.split('-').map(Number);
    return Array.from({ length: to! - from! + 1 }, (_, k) => from! + k);
  });
}

/** How far the worse of both areolas is from its true middle, mm, as the engine finds them; undefined where it finds none. */
async function worstMiss(bytes: Uint8Array, { areolas, pxPerMm }: Trunk): Promise<number | undefined> {
  const photo = await decodePhoto(bytes, { maxSidePx: QUALITY[4].photoPx });
  const image = shrinkImage(photo, OUTLINE_PX);
  const found = segment(image, 'trunk');
  const contour = { views: [] } as never;
  const marks = findLandmarks('mammo', { view: 'front', photo, image, found, contour });
  if (marks.length < 2) return undefined;
  const ratio = photo.widthPx / image.widthPx;
  const off = ['nipple_right', 'nipple_left'].map((name, side) => {
    const { xPx, yPx } = marks.find((mark) => mark.name === name)!;
    return Math.hypot(xPx * ratio - areolas[side]![0], yPx * ratio - areolas[side]![1]) / pxPerMm;
  });
  return Math.max(...off);
}
