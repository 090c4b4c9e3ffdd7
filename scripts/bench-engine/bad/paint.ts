import { type Picture, painted } from './picture.ts';

/** A place in a picture as shares of its width and height. */
export type Place = readonly [x: number, y: number];

/** A rounded stroke of one colour, with a round shading, `width` wide as a share of the picture's width. */
export function stroke(picture: Picture, from: Place, to: Place, width: number, colour: readonly number[]): Picture {
  const { widthPx, heightPx } = picture;
  const [ax, ay, bx, by] = [from[0] * widthPx, from[1] * heightPx, to[0] * widthPx, to[1] * heightPx];
  const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
  const half = (width * widthPx) / 2;
  const person = picture.person.slice();
  const drawn = painted(picture, (pixel, x, y) => {
    const along = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    const off = Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)) / half;
    if (off > 1) return;
    const light = 0.75 + 0.25 * Math.sqrt(1 - off * off);
    for (let c = 0; c < 3; c++) pixel[c] = colour[c]! * light;
    person[y * widthPx + x] = 255;
  });
  return { ...drawn, person };
}

/** Mean colour of the person's middle, which is skin in a photo of a trunk. */
export function skinOf({ widthPx, heightPx, rgb, person }: Picture): number[] {
  const sum = [0, 0, 0, 0];
  for (let y = Math.round(0.3 * heightPx); y < 0.7 * heightPx; y += 4) {
    for (let x = Math.round(0.4 * widthPx); x < 0.6 * widthPx; x += 4) {
      const i = y * widthPx + x;
      if (person[i]! < 255) continue;
      for (let c = 0; c < 3; c++) sum[c] = sum[c]! + rgb[i * 3 + c]!;
      sum[3] = sum[3]! + 1;
    }
  }
  return [0, 1, 2].map((c) => sum[c]! / Math.max(1, sum[3]!));
}

/** An open hand that comes in from the lower left and covers `at`. */
export function hand(picture: Picture, at: Place): Picture {
  const skin = skinOf(picture);
  const fingers = [-0.09, -0.03, 0.03, 0.08];
  let drawn = stroke(picture, [at[0] - 0.22, at[1] + 0.35], at, 0.11, skin);
  drawn = stroke(drawn, [at[0], at[1]], [at[0] + 0.03, at[1]], 0.19, skin);
  for (const dx of fingers) drawn = stroke(drawn, at, [at[0] + 0.05 + dx, at[1] - 0.13], 0.045, skin);
  return drawn;
}

/** Two forearms laid over the chest, one over the other. */
export function crossedArms(picture: Picture): Picture {
  const skin = skinOf(picture);
  const one = stroke(picture, [0.17, 0.5], [0.72, 0.36], 0.13, skin);
  return stroke(
    one,
    [0.83, 0.5],
    [0.28, 0.36],
    0.13,
    skin.map((value) => value * 0.94),
  );
}

/** Strands that hang from the hair line to below the eyes. */
export function fringe(picture: Picture, eyes: Place): Picture {
  let drawn = picture;
  for (let i = -11; i <= 11; i++) {
    const x = eyes[0] + i * 0.019;
    const [top, end] = [eyes[1] - 0.13 + 0.001 * i * i, eyes[1] + 0.07 + 0.012 * Math.sin(i * 2.3)];
    drawn = stroke(drawn, [x, top], [x + 0.008 * Math.sin(i), end], 0.027, [52 + 3 * (i % 3), 44, 40]);
  }
  return drawn;
}

/** Cloth over the trunk from the shoulders down; its folds keep the light of what they cover. */
export function clothed(picture: Picture, fromRow: number): Picture {
  return painted(picture, (pixel, x, y, person) => {
    if (y < fromRow * picture.heightPx + 12 * Math.sin(x / 60)) return;
    const light = (pixel[0]! + pixel[1]! + pixel[2]!) / 3 / 170;
    const fold = 1 + 0.12 * Math.sin((x + 2 * y) / 23);
    const cloth = [64, 92, 88].map((value) => value * light * fold);
    for (let c = 0; c < 3; c++) pixel[c] = pixel[c]! * (1 - person) + cloth[c]! * person;
  });
}

/** A striped wall. */
export const striped = (picture: Picture): Picture =>
  painted(picture, (pixel, x, y, person) => {
    if ((Math.floor((x + 0.4 * y) / 38) & 1) === 0)
      for (let c = 0; c < 3; c++) pixel[c] = pixel[c]! * (0.45 + 0.55 * person);
  });

/** A room: a door frame, a shelf and a picture on the wall. */
export function furnished(picture: Picture): Picture {
  const { widthPx, heightPx } = picture;
  const things = [
    { box: [0.02, 0.05, 0.2, 1], colour: [92, 60, 38] },
    { box: [0.7, 0.1, 0.97, 0.3], colour: [190, 170, 60] },
    { box: [0.72, 0.55, 1, 0.62], colour: [40, 42, 48] },
  ] as const;
  return painted(picture, (pixel, x, y, person) => {
    for (const { box, colour } of things) {
      const isIn = x > box[0] * widthPx && x < box[2] * widthPx && y > box[1] * heightPx && y < box[3] * heightPx;
      if (isIn) for (let c = 0; c < 3; c++) pixel[c] = pixel[c]! * person + colour[c]! * (1 - person);
    }
  });
}

/** White clothes, over-lit, before an over-lit white wall. */
export const whiteOnWhite = (picture: Picture): Picture =>
  painted(picture, (pixel, _x, _y, person) => {
    const light = (pixel[0]! + pixel[1]! + pixel[2]!) / 3;
    for (let c = 0; c < 3; c++) pixel[c] = 247 * (1 - person) + (238 + 0.04 * light) * person;
  });

export const gained = (picture: Picture, gain: number): Picture =>
  painted(picture, (pixel) => {
    for (let c = 0; c < 3; c++) pixel[c] = pixel[c]! * gain;
  });

/** A part of the picture, as if the camera had pointed elsewhere; from shares of its width and height. */
export function cropped(picture: Picture, left: number, top: number, right: number, bottom: number): Picture {
  const [fromX, fromY] = [Math.round(left * picture.widthPx), Math.round(top * picture.heightPx)];
  const widthPx = Math.round(right * picture.widthPx) - fromX;
  const heightPx = Math.round(bottom * picture.heightPx) - fromY;
  const person = new Uint8Array(widthPx * heightPx);
  const rgb = new Uint8Array(person.length * 3);
  for (let y = 0; y < heightPx; y++) {
    const from = (fromY + y) * picture.widthPx + fromX;
    person.set(picture.person.subarray(from, from + widthPx), y * widthPx);
    rgb.set(picture.rgb.subarray(from * 3, (from + widthPx) * 3), y * widthPx * 3);
  }
  return { widthPx, heightPx, rgb, person };
}
