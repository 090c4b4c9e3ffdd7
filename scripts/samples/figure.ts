import { hair } from './anatomy/hair.ts';
import { EYE_Y, head, inHead, NOSE_TIP_Y } from './anatomy/head.ts';
import { arms, legs } from './anatomy/limbs.ts';
import { breasts, navel, nipples, trunk } from './anatomy/trunk.ts';
import { type BlockGrid, blockGrid } from './block-grid.ts';
import { type Person, PHYSIQUES } from './people.ts';
import type { Physique } from './physique.ts';
import { distanceTo, type Part, type Solid } from './shape.ts';
import type { Vector } from './vector.ts';

/** A person ready to be pictured and measured. */
export interface Figure {
  physique: Physique;
  grid: BlockGrid;
  /** Trunk and legs alone, as a tape round the hips feels them. */
  lowerBody: readonly Part[];
  /** Points on the skin; the first of a pair is the subject's left. */
  landmarks: { nipples: readonly [Vector, Vector]; pupils: readonly [Vector, Vector]; noseTip: Vector };
}

export const figureOf = (person: Person): Figure & { person: Person } => ({ person, ...figureFrom(PHYSIQUES[person]) });

export function figureFrom(physique: Physique): Figure {
  const { chest, head: shape } = physique;
  const chestParts = [...trunk(physique), ...breasts(physique)];
  const nipplePoints = pair(chestParts, chest.nipple.x, chest.nipple.y);
  const headParts = head(shape);
  const eye = inHead(shape)(shape.halfEyeDistance, EYE_Y, 0);
  const lowerBody = [...trunk(physique), ...legs(physique)];
  const parts = [
    ...chestParts,
    ...legs(physique),
    ...arms(physique),
    ...headParts,
    ...hair(shape),
    ...navel(skinInFront(chestParts, 0, physique.navel.y)),
    ...nipples(nipplePoints, chest.nipple.areolaRadius),
  ];
  const nose = inHead(shape)(0, NOSE_TIP_Y, 0);
  return {
    physique,
    grid: blockGrid(boxed(parts, shape.origin[1] + 26 * shape.scale)),
    lowerBody,
    landmarks: {
      nipples: nipplePoints,
      pupils: pair(headParts, eye[0], eye[1]),
      noseTip: skinInFront(headParts, nose[0], nose[1]),
    },
  };
}

const pair = (parts: readonly Part[], x: number, y: number): readonly [Vector, Vector] => [
  skinInFront(parts, x, y),
  skinInFront(parts, -x, y),
];

/** The foremost point of the skin at (x, y). */
function skinInFront(parts: readonly Part[], x: number, y: number): Vector {
  let z = 60;
  for (let step = 0; step < 400; step++) {
    const distance = distanceTo(parts, x, y, z);
    if (distance < 0.002) return [x, y, z];
    z -= distance * 0.7;
  }
  throw new RangeError(`the figure has no skin at x ${x}, y ${y}`);
}

function boxed(parts: readonly Part[], top: number): Solid {
  // Wide joints first: then a part matters no further out than its own joint is wide. Sorting is stable.
  const ordered = parts.toSorted((a, b) => b.blendCm - a.blendCm);
  return { parts: ordered, low: [-75, -2, -36], high: [75, top, 42] };
}
