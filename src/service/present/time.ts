/** `2026-01-02T03:04:05.678+00:00`, the interface's spelling of a time. */
export const wireTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '+00:00');
