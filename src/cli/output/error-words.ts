/** `2.1 mm (face), 3.9 mm (skull)`: how wrong a model may be. */
export const errorWords = (expected: Readonly<Record<string, number>>): string =>
  Object.entries(expected)
    .map(([part, mm]) => `${mm} mm (${part.replaceAll('_', ' ')})`)
    .join(', ');
