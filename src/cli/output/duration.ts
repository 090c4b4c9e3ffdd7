/** `45 s`, `2 min 30 s`, `1 h 5 min`: for a person who waits. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours > 0) return parts([hours, 'h'], [minutes, 'min']);
  if (minutes > 0) return parts([minutes, 'min'], [seconds % 60, 's']);
  return `${seconds} s`;
}

function parts(large: [number, string], small: [number, string]): string {
  return small[0] === 0 ? large.join(' ') : `${large.join(' ')} ${small.join(' ')}`;
}
