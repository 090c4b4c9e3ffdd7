/** The engine's words for a trunk are those of a mammo model, and men have one too. */
const partWords = (part: string): string =>
  part.replace(/^breast_(left|right)$/, '$1 side of the chest').replaceAll('_', ' ');

/** `probably exact to 2.1 mm (face), 3.9 mm (skull)`, of a model. */
export function errorWords(expected: Readonly<Record<string, number>>): string {
  const parts = Object.entries(expected).map(([part, mm]) => `${mm} mm (${partWords(part)})`);
  return `probably exact to ${parts.join(', ')}`;
}
