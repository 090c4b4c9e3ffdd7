/**
 * `Retry-After` in milliseconds: from seconds, or from a date compared with the answer's own `Date`, so that a wrong
 * clock here does not matter. A date in the past gives 0; text that is neither gives undefined.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const text = headers['retry-after']?.trim();
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  if (!/^[a-z]{3,9},? /i.test(text) || Number.isNaN(until)) return undefined;
  const answeredAt = Date.parse(headers['date'] ?? '');
  return Math.max(0, until - (Number.isNaN(answeredAt) ? nowMs : answeredAt));
}
