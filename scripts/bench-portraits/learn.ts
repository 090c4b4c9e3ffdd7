import { writeFileSync } from 'node:fs';
import { facePatchOf } from '../../src/engine/landmarks/face-patch.ts';
import { findLandmarks } from '../../src/engine/landmarks/find-landmarks.ts';
import { type LearnedMark, markPatchOf } from '../../src/engine/landmarks/mark-search.ts';
import type { FaceCase } from './cases.ts';
import { type HeldOut, heldOutErrors, learnMark, type MarkSample, surpriseOf } from './learn-marks.ts';
import { outlinedOf } from './measure.ts';

/** The kinds of marks, each with the person's right and left one. */
const KINDS = {
  eyeOuter: ['eye_right_outer', 'eye_left_outer'],
  eyeInner: ['eye_right_inner', 'eye_left_inner'],
  noseWing: ['nose_wing_right', 'nose_wing_left'],
} as const;
type Kind = keyof typeof KINDS;

/** Learns each kind of mark from all portraits, prints how well half of them tell it in the other half, and writes it. */
export async function learnFrom(cases: readonly FaceCase[], path: string): Promise<void> {
  const faces: Face[] = [];
  for (const one of cases) faces.push(...(await faceOf(one)));
  const learned = Object.keys(KINDS).map((kind) => {
    const samples = faces.flatMap((face) => samplesOf(face, kind as Kind));
    const errors = heldOutErrors(samples);
    const surprise = surpriseOf(errors);
    console.log(`${kind}, left out: ${lineOf(errors, surprise)}`);
    return [kind, { ...learnMark(samples), surprise }] as const;
  });
  writeFileSync(path, textOf(learned, faces.length));
}

interface Face {
  name: string;
  patch: MarkSample['patch'];
  /** Places in the patch. */
  truth: ReadonlyMap<string, readonly [u: number, v: number]>;
}

/** A face whose pupils are found, or none. */
async function faceOf(one: FaceCase): Promise<Face[]> {
  const { toMask, ...outlined } = await outlinedOf(one);
  const [right, left] = findLandmarks('face', outlined);
  if (right === undefined || left === undefined) return [];
  const patch = facePatchOf(outlined.photo, outlined.found.mask.widthPx, right, left);
  const [acrossX, acrossY] = [left.xPx - right.xPx, left.yPx - right.yPx];
  const square = acrossX ** 2 + acrossY ** 2;
  const truth = [...one.others].map(([mark, [x, y]]) => {
    const dx = x * toMask - (left.xPx + right.xPx) / 2;
    const dy = y * toMask - (left.yPx + right.yPx) / 2;
    return [mark, [(dx * acrossX + dy * acrossY) / square, (dy * acrossX - dx * acrossY) / square]] as const;
  });
  return [{ name: one.name, patch: markPatchOf(patch), truth: new Map(truth) }];
}

function samplesOf({ name, patch, truth }: Face, kind: Kind): MarkSample[] {
  return ([-1, 1] as const).flatMap((side, which) => {
    const place = truth.get(KINDS[kind][which]!);
    return place === undefined ? [] : [{ face: name, patch, side, u: side * place[0], v: place[1] }];
  });
}

function lineOf(errors: readonly HeldOut[], surprise: number): string {
  const sorted = errors.map(({ error }) => error).toSorted((one, other) => one - other);
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  // A length in two directions of which each has a standard deviation of sigma is below 1.51 of it in 68 of 100 cases.
  const within = (sigmas: number) =>
    percent(errors.filter(({ error, sigma }) => error <= sigmas * surprise * sigma).length / errors.length);
  return [
    `within 6 % of the eye distance ${percent(sorted.filter((error) => error <= 0.06).length / sorted.length)}`,
    `median ${percent(sorted[sorted.length >> 1]!)}`,
    `worst ${percent(sorted.at(-1)!)}`,
    `within 1.51 and 2.49 sigma ${within(1.51)} and ${within(2.49)} (68 and 95.5 % if normal)`,
    `surprise ${surprise.toFixed(2)}`,
  ].join(', ');
}

function textOf(learned: readonly (readonly [string, LearnedMark])[], faces: number): string {
  const rounded = (values: readonly number[], digits: number) => values.map((value) => Number(value.toFixed(digits)));
  const marks = learned.map(([kind, { usual, spread, weights, surprise }]) => {
    const about = `usual: [${rounded(usual, 3)}], spread: [${rounded(spread, 3)}], surprise: ${surprise.toFixed(2)}`;
    return `export const ${kind}: LearnedMark = { ${about}, weights: [${rounded(weights, 2)}] };\n`;
  });
  return [
    "import type { LearnedMark } from './mark-search.ts';\n",
    `// Made by \`npm run bench:portraits -- --learn\` from the marks of ${faces} real faces; see \`scripts/bench-portraits/learn-marks.ts\`.\n`,
    ...marks,
  ].join('\n');
}
