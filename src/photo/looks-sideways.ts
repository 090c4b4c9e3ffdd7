import type { RgbImage } from './decode.ts';

/** A picture that is wider than tall by less than this gets no warning. */
const CLEARLY_WIDER = 1.2;
/** Difference from the backdrop that counts as a person, summed over three channels of 0 to 255. */
const STANDS_OUT = 90;
const MUCH = 0.2;
const LITTLE = 0.1;

/**
 * True if a portrait may be lying on its side: it is wider than tall, and nothing shows that this is right. A person
 * who stands in a wide picture reaches its lower edge and leaves both sides free.
 */
export function looksSideways(picture: RgbImage): boolean {
  if (picture.widthPx < picture.heightPx * CLEARLY_WIDER) return false;
  const edges = edgePixels(picture);
  const backdrop = middleColour(Object.values(edges).flat());
  const share = (edge: readonly Colour[]) =>
    edge.filter((colour) => distance(colour, backdrop) > STANDS_OUT).length / edge.length;
  return !(share(edges.bottom) >= MUCH && share(edges.left) <= LITTLE && share(edges.right) <= LITTLE);
}

type Colour = readonly [number, number, number];

function edgePixels({ widthPx, heightPx, rgb }: RgbImage) {
  const at = (x: number, y: number): Colour => {
    const index = (y * widthPx + x) * 3;
    return [rgb[index]!, rgb[index + 1]!, rgb[index + 2]!];
  };
  const across = Array.from({ length: widthPx }, (_, x) => x);
  // The lowest rows of the sides are left out: there a standing person's shoulders may be.
  const down = Array.from({ length: Math.floor(heightPx * 0.8) }, (_, y) => y);
  return {
    bottom: across.map((x) => at(x, heightPx - 1)),
    top: across.map((x) => at(x, 0)),
    left: down.map((y) => at(0, y)),
    right: down.map((y) => at(widthPx - 1, y)),
  };
}

function middleColour(colours: readonly Colour[]): Colour {
  const middle = (channel: 0 | 1 | 2) =>
    colours.map((colour) => colour[channel]).sort((a, b) => a - b)[Math.floor(colours.length / 2)]!;
  return [middle(0), middle(1), middle(2)];
}

function distance(a: Colour, b: Colour): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]);
}
