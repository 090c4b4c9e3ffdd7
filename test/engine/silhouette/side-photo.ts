import { newMask } from '../../../src/engine/image/plane.ts';
import { contourOfMask } from '../fit/contour-of-mask.ts';

export const [WIDTH, HEIGHT] = [480, 640];

export interface Person {
  nose: number;
  chin: number;
}

const bump = (y: number, at: number, wide: number) => Math.exp(-(((y - at) / wide) ** 2) / 2);

/** A head from the side that looks to the left edge: how far its front is from the back of the head, px, per row. */
const depthAt = ({ nose, chin }: Person, y: number) =>
  y < 60
    ? 0
    : 190 * Math.sqrt(Math.min(1, (y - 60) / 80)) +
      nose * bump(y, 260, 18) +
      chin * bump(y, 370, 22) -
      60 * bump(y, 440, 40);

interface Camera {
  scale?: number;
  down?: number;
  tilt?: number;
}

/** What the engine sees of somebody from the side. */
export function sidePhoto(person: Person, facesLeft: boolean, { scale = 1, down = 0, tilt = 0 }: Camera = {}) {
  const mask = newMask(WIDTH, HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    const depth = depthAt(person, (y - 320 - down) / scale + 320) * scale;
    if (depth <= 0) continue;
    const front = Math.round(330 - depth + tilt * (y - 320));
    for (let x = front; x < 400; x++) mask.inside[y * WIDTH + (facesLeft ? x : WIDTH - 1 - x)] = 1;
  }
  return { contour: contourOfMask(mask), found: { mask, followed: 1, others: 0 } };
}
