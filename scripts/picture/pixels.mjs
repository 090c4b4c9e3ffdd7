/** Pixels of half blocks: what has one colour is one shape, so that the file stays small. */
export function createPixels() {
  const runs = new Map();
  return {
    /** So many pixels in a row, from `x` on. */
    add: (rgb, { x, y, width, height }) => {
      const hex = rgb.map(hexOf).join('');
      const all = runs.get(hex) ?? [];
      runs.set(hex, all);
      const last = all.at(-1);
      if (last?.y === y && Math.abs(last.x + last.width - x) < 0.01) last.width += width;
      else all.push({ x, y, width, height });
    },
    shapes: () => [...runs].map(([hex, all]) => `<path fill="#${hex}" d="${all.map(shapeOf).join('')}"/>`),
  };
}

/** Colours that look the same are one. */
const hexOf = (value) =>
  Math.min(255, 8 * Math.round(value / 8))
    .toString(16)
    .padStart(2, '0');

/** A little wider and higher than its place, so that no seams are seen. */
function shapeOf({ x, y, width, height }) {
  const [left, top, across, down] = [x, y, width + 0.4, height + 0.4].map((value) => String(Number(value.toFixed(1))));
  return `M${left} ${top}h${across}v${down}h-${across}z`;
}
