/** Measures as they lie in the database: a JSON object of numbers in cm. */
export type Measures = Record<string, number>;

export const measuresToText = (measures: Readonly<Partial<Measures>>) => JSON.stringify(measures);

export function measuresFromText(text: string): Measures {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null) return {};
  return Object.fromEntries(
    Object.entries(parsed).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
