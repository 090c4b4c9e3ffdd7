const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The longest wait that a Node timer can hold, about 24 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** `500ms`, `2s`, `3m`, `1.5h` → whole milliseconds above 0; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text);
  if (match === null) return undefined;
  const ms = Math.round(Number(match[1]) * UNITS_MS[match[2]!]!);
  return ms > 0 && ms <= LONGEST_MS ? ms : undefined;
}
