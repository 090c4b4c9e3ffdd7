import { type Difference, differenceFrom } from './comparison.ts';
import type { Figure } from './figure.ts';
import type { Rigid } from './measure/rigid.ts';
import { besideOf } from './measure/rim.ts';
import type { SurfacePoint } from './measure/surface.ts';
import type { Model } from './model.ts';

/** Two models of one person. */
export interface Pair {
  before: Figure;
  after: Figure;
  /** Lays the second one on the first where they meet, and tells how it differs; worked out when it is first asked for. */
  laid(): Difference | undefined;
}

export function pairOf(before: Figure, after: Figure): Pair {
  // Until it is known how they lie on one another, and for two that have nothing in common.
  place(after, middleOnMiddle(after.model, before.model));
  let found: { difference: Difference | undefined } | undefined;
  return {
    before,
    after,
    laid: () => {
      if (found === undefined) {
        const [now, then] = [after.model.measured().surface, before.model.measured().findNearest];
        // Where photos show too little of both, all of it is compared.
        const difference = differenceFrom(now, then, isShownIn(before.model, after.model)) ?? differenceFrom(now, then);
        found = { difference };
        if (difference !== undefined) place(after, difference.motion);
      }
      return found.difference;
    },
  };
}

/** What no photo showed is a guess in each of them, as is what lies beside that, and tells of no change. */
function isShownIn(before: Model, after: Model) {
  const [hidden, hiddenNow] = [hiddenOf(before), hiddenOf(after)];
  const { triangles } = before.measured().surface;
  return (vertex: number, { triangle }: SurfacePoint): boolean =>
    hiddenNow?.[vertex] !== 1 && [0, 1, 2].every((k) => hidden?.[triangles[triangle * 3 + k]!] !== 1);
}

const hiddenOf = ({ seen, measured }: Model) =>
  seen &&
  besideOf(
    measured().surface,
    [...seen.keys()].filter((vertex) => seen[vertex] === 0),
  );

function place({ group }: Figure, r: Rigid): void {
  group.matrix.fromArray([...r, 0, 0, 0, 1]).transpose();
  group.updateMatrixWorld(true);
}

/** They stand at one place. */
function middleOnMiddle(model: Model, on: Model): Rigid {
  const shift = (axis: 0 | 1 | 2) => (on.low[axis] + on.high[axis] - model.low[axis] - model.high[axis]) / 2;
  return [1, 0, 0, shift(0), 0, 1, 0, shift(1), 0, 0, 1, shift(2)];
}
