/** The engine's words for a trunk are those of a mammo model, and men have one too; its skull is a head without its face. */
const partWords = (part: string): string =>
  part
    .replace(/^breast_(left|right)$/, '$1 side of the chest')
    .replace(/^skull$/, 'rest of the head')
    .replaceAll('_', ' ');

/** `probably exact to 2.1 mm (face), 3.9 mm (rest of the head)`, of a model. */
export function errorWords(expected: Readonly<Record<string, number>>): string {
  const parts = Object.entries(expected).map(([part, mm]) => `${mm} mm (${partWords(part)})`);
  return `probably exact to ${parts.join(', ')}`;
}
