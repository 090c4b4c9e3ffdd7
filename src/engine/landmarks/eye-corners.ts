/**
 * Corners of eyes are where they usually are beside the pupils: in 50 real faces off by 2 % of the pupils' distance in
 * either direction (root mean square). They are not searched: lashes, make-up and the red of the inner corner end an
 * eye in ways of their own.
 */

/** Usual corners beside the middle of an eye's iris; its spread. In distances of the pupils, `out` away from the nose. */
const OUTER = { out: 0.198, down: 0.026 };
const INNER = { out: -0.23, down: 0.052 };

/** The outer and inner corners of both eyes in a patch, on the picture's left and right. */
export function eyeCorners() {
  const corner = (side: -1 | 1, { out, down }: typeof OUTER) => [side * (0.5 + out), down] as const;
  return {
    outer: [corner(-1, OUTER), corner(1, OUTER)],
    inner: [corner(-1, INNER), corner(1, INNER)],
  } as const;
}
