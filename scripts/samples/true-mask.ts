import { cameraOf, rayThrough, type SetName, type ViewName } from './camera.ts';
import type { Figure } from './figure.ts';
import type { Person } from './people.ts';
import { trace } from './trace.ts';

/** Which pixels of a photo show the person: 1 inside, 0 outside, rows from the top. */
export interface Mask {
  widthPx: number;
  heightPx: number;
  inside: Uint8Array;
}

/** The truth about a sample photo, at the width asked for (the photo's own width where none is given). */
export function trueMask(figure: Figure & { person: Person }, set: SetName, view: ViewName, widthPx?: number): Mask {
  const camera = cameraOf(figure.person, set, view, widthPx);
  const inside = new Uint8Array(camera.widthPx * camera.heightPx);
  for (let y = 0; y < camera.heightPx; y++) {
    for (let x = 0; x < camera.widthPx; x++) {
      const ray = rayThrough(camera, x + 0.5, y + 0.5);
      inside[y * camera.widthPx + x] = trace(figure.grid, camera.position, ray) === undefined ? 0 : 1;
    }
  }
  return { widthPx: camera.widthPx, heightPx: camera.heightPx, inside };
}
