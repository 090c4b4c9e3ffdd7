const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Ten years: longer is not meant. */
const LONGEST_MS = 3_650 * 86_400_000;

/** `30m`, `12h`, `90d`, `90 days` → milliseconds above 0, for what ends some day; undefined for anything else. */
export function parseLifetime(text: string): number | undefined {
  const match = /^(\d{1,7})(?:([mhd])| ?(minute|hour|day)s?)$/.exec(text);
  if (match === null) return undefined;
  const ms = Number(match[1]) * UNITS_MS[match[2] ?? match[3]!.charAt(0)]!;
  return ms > 0 && ms <= LONGEST_MS ? ms : undefined;
}
