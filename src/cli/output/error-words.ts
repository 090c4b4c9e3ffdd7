/** `probably exact to 2.1 mm (face), 3.9 mm (skull)`, of a model. */
export function errorWords(expected: Readonly<Record<string, number>>): string {
  const parts = Object.entries(expected).map(([part, mm]) => `${mm} mm (${part.replaceAll('_', ' ')})`);
  return `probably exact to ${parts.join(', ')}`;
}
