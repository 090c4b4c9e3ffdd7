/** An ISO time as `2026-01-02 03:04` of this place; a text that is no such time stays as it is. */
export function localTime(text: string, { withSeconds = false } = {}): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return text;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const seconds = withSeconds ? `:${two(at.getSeconds())}` : '';
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}${seconds}`;
}

/** The same of a time in ms. */
export const untilText = (ms: number): string => localTime(new Date(ms).toISOString());

/** The zone of this place, `Europe/Lisbon` or `UTC`: one name for times of summer and winter. */
export const zoneName = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `Sunday 2026-12-06 03:09 UTC`: what is told to somebody else goes with the weekday and the zone. */
export function wholeTimeText(ms: number): string {
  const part = (options: Intl.DateTimeFormatOptions, type: string) =>
    new Intl.DateTimeFormat('en', options).formatToParts(ms).find((one) => one.type === type)?.value ?? '';
  const zone = part({ hour: 'numeric', timeZoneName: 'short' }, 'timeZoneName');
  return `${part({ weekday: 'long' }, 'weekday')} ${untilText(ms)} ${zone}`;
}
