import type { RgbImage } from '../../src/photo/decode.ts';
import { type Random, randomOf } from '../bench-engine/family/random.ts';
import type { FaceCase } from './cases.ts';

/** What covers eyes; pupils must not be found there. */
export const COVERS = ['both shut', 'one shut', 'dark glasses', 'one dark lens', 'hair', 'hair over one'] as const;
export type Cover = (typeof COVERS)[number];

type Colour = readonly number[];
/** The colour at a place of the face and how much of it covers, 0 to 1; undefined where the face is seen. */
type Paint = (u: number, v: number) => { colour: Colour; share: number } | undefined;

/** Places in distances of the pupils: `u` along the line between them from its middle, `v` down. */
const EYES = [-0.5, 0.5] as const;

/** A photo with both eyes or one covered; the same each time for a name. Px of the photo are those of the pupils. */
export function covered(photo: RgbImage, { name, pupils }: FaceCase, cover: Cover, pxOfPupils: number): RgbImage {
  const [right, left] = [pupils.pupil_right, pupils.pupil_left].map(([x, y]) => [x * pxOfPupils, y * pxOfPupils]);
  const [midX, midY] = [(right![0]! + left![0]!) / 2, (right![1]! + left![1]!) / 2];
  const [acrossX, acrossY] = [left![0]! - right![0]!, left![1]! - right![1]!];
  const square = acrossX ** 2 + acrossY ** 2;
  const random = randomOf(seedOf(`${name} ${cover}`));
  const skin = (u: number, v: number) =>
    meanAround(photo, midX + u * acrossX - v * acrossY, midY + u * acrossY + v * acrossX, 0.06 * Math.sqrt(square));
  const which = random.oneOf(EYES);
  const eyes = cover === 'one shut' || cover === 'one dark lens' || cover === 'hair over one' ? [which] : EYES;
  const paint = paintOf(cover, eyes, skin, random);
  const rgb = Uint8Array.from(photo.rgb);
  for (let y = 0; y < photo.heightPx; y++) {
    for (let x = 0; x < photo.widthPx; x++) {
      const [dx, dy] = [x + 0.5 - midX, y + 0.5 - midY];
      const on = paint((dx * acrossX + dy * acrossY) / square, (dy * acrossX - dx * acrossY) / square);
      if (on === undefined) continue;
      const i = (y * photo.widthPx + x) * 3;
      for (let c = 0; c < 3; c++) {
        rgb[i + c] = Math.min(255, rgb[i + c]! * (1 - on.share) + on.colour[c]! * on.share);
      }
    }
  }
  return { ...photo, rgb };
}

function paintOf(cover: Cover, eyes: readonly number[], skin: (u: number, v: number) => Colour, random: Random): Paint {
  if (cover === 'both shut' || cover === 'one shut') return lids(eyes, skin, random);
  if (cover === 'dark glasses' || cover === 'one dark lens') return lenses(eyes, random);
  return strands(eyes, random);
}

/** A lid of the skin's colour that fades into it, a little darker in its fold, with lashes along its lower edge. */
function lids(eyes: readonly number[], skin: (u: number, v: number) => Colour, random: Random): Paint {
  const low = random.between(0.03, 0.1);
  const lash = random.between(0.1, 0.8);
  const width = random.between(0.008, 0.022);
  const shade = random.between(0.82, 1.02);
  const around = eyes.map((eye) => skin(eye, 0.3));
  return (u, v) => {
    const which = eyes.findIndex((eye) => Math.abs(u - eye) < 0.4);
    if (which < 0) return undefined;
    const x = u - eyes[which]!;
    const far = Math.hypot(x / 0.3, v / 0.17);
    if (far > 1.25) return undefined;
    const bend = 1 - (x / 0.24) ** 2;
    const line = Math.max(0, 1 - (Math.abs(v - low * bend) / width) ** 2) * (Math.abs(x) < 0.24 ? lash : 0);
    const light = (shade + 0.12 * Math.cos(x * 6) - 0.1 * Math.exp(-(((v + 0.09) / 0.02) ** 2))) * (1 - line);
    return { colour: around[which]!.map((value) => value * light), share: Math.min(1, (1.25 - far) / 0.25) };
  };
}

/** Dark lenses with a paler lower part and a reflection, in a frame with a bridge. */
function lenses(eyes: readonly number[], random: Random): Paint {
  const [wide, high] = [random.between(0.32, 0.44), random.between(0.22, 0.34)];
  const tint = [random.between(8, 60), random.between(8, 50), random.between(8, 50)];
  const paler = random.between(0, 0.8);
  const dense = random.between(0.86, 1);
  const [glossX, glossY, gloss] = [random.about(0, 0.15), random.about(-0.05, 0.08), random.between(0, 0.6)];
  return (u, v) => {
    if (eyes.length > 1 && Math.abs(u) < 0.5 - wide && Math.abs(v + 0.02) < 0.02) return { colour: tint, share: 1 };
    for (const eye of eyes) {
      const off = Math.cbrt(Math.abs((u - eye) / wide) ** 3 + Math.abs((v - 0.03) / high) ** 3);
      if (off > 1) continue;
      const shine = gloss * Math.exp(-(((u - eye - glossX) / 0.06) ** 2 + ((v - glossY) / 0.05) ** 2));
      const lower = 1 + paler * Math.max(0, v / high);
      const colour = tint.map((value) => value * lower + 235 * shine);
      return { colour, share: off > 0.93 ? 1 : dense };
    }
    return undefined;
  };
}

const HAIRS: readonly Colour[] = [
  [24, 20, 19],
  [52, 40, 33],
  [96, 66, 44],
  [168, 128, 84],
];

/** Strands that hang from the brow to below the eyes, each with a shade and an end of its own; some are missing. */
function strands(eyes: readonly number[], random: Random): Paint {
  const hair = random.oneOf(HAIRS);
  const [from, to] = [eyes.includes(-0.5) ? -0.95 : 0.08, eyes.includes(0.5) ? 0.95 : -0.08];
  const step = random.between(0.04, 0.09);
  const lean = random.about(0, 0.25);
  const wave = random.between(0, 0.05);
  const missing = random.between(0, 0.15);
  const each = Array.from({ length: Math.ceil((to - from) / step) + 40 }, () => ({
    light: random.between(0.75, 1.3),
    end: random.between(0.22, 0.45),
    isMissing: random.between(0, 1) < missing,
  }));
  return (u, v) => {
    if (u < from || u > to || v < -0.55) return undefined;
    const at = (u - from - lean * v + wave * Math.sin(7 * v)) / step + 20;
    const strand = each[Math.min(each.length - 1, Math.max(0, Math.floor(at)))]!;
    if (v > strand.end || strand.isMissing) return undefined;
    const across = Math.abs(at - Math.floor(at) - 0.5) * 2;
    const light = strand.light * (0.8 + 0.2 * Math.sqrt(1 - across ** 2));
    return { colour: hair.map((value) => value * light), share: Math.min(1, (strand.end - v) * 25) };
  };
}

function meanAround({ widthPx, heightPx, rgb }: RgbImage, x: number, y: number, half: number): number[] {
  const sum = [0, 0, 0, 0];
  for (let j = Math.round(y - half); j <= y + half; j++) {
    for (let i = Math.round(x - half); i <= x + half; i++) {
      if (i < 0 || j < 0 || i >= widthPx || j >= heightPx) continue;
      for (let c = 0; c < 3; c++) sum[c] = sum[c]! + rgb[(j * widthPx + i) * 3 + c]!;
      sum[3] = sum[3]! + 1;
    }
  }
  return [0, 1, 2].map((c) => sum[c]! / Math.max(1, sum[3]!));
}

/** A whole number that belongs to a text. */
function seedOf(text: string): number {
  let seed = 0;
  for (const letter of text) seed = (Math.imul(seed, 31) + letter.codePointAt(0)!) | 0;
  return seed >>> 0;
}
