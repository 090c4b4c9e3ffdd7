const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `40 s`, `2 min`, `3 h`, `5 days`: how long something takes already, without what is below. */
export function roughDuration(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.floor(ms / SECOND))} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  return ms < 2 * DAY ? '1 day' : `${Math.floor(ms / DAY)} days`;
}

/** An ISO time as `5 min ago`, `yesterday`, `3 days ago`, else its date here; a text that is no such time stays. */
export function ago(text: string, now: number): string {
  const at = timeOf(text);
  if (at === undefined) return text;
  const elapsed = now - at;
  // Clocks differ by some minutes.
  if (elapsed < MINUTE && elapsed > -HOUR) return 'just now';
  const days = daysBetween(at, now);
  if (elapsed > 0 && elapsed < DAY && (days === 0 || elapsed < HOUR)) return `${roughDuration(elapsed)} ago`;
  if (days === 1) return 'yesterday';
  return days > 1 && days < 7 ? `${days} days ago` : dateOf(at);
}

/** The same, with the date of what was before today: `3 days ago, 2026-11-26`. */
export function agoAndDate(text: string, now: number): string {
  const [words, at] = [ago(text, now), timeOf(text)];
  const isDateSaid = at === undefined || words === dateOf(at);
  return isDateSaid || daysBetween(at, now) < 1 ? words : `${words}, ${dateOf(at)}`;
}

/** Epoch ms; undefined for a text that is no ISO time. */
export function timeOf(text: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** Midnights of this place between two times. */
function daysBetween(at: number, now: number): number {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(now) - midnight(at)) / DAY);
}

function dateOf(at: number): string {
  const day = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
