import type { TraceEvent } from '../http/operation.ts';

/** The lines of `--debug` for an event: one, and one for each header. An event holds no token, query value or body. */
export function traceLines(event: TraceEvent): string[] {
  const { step, method, path, attempt, status, elapsedMs, headers, note } = event;
  const parts = [
    `debug: ${step} ${method} ${path}`,
    attempt > 1 ? `attempt ${attempt}` : undefined,
    status === undefined ? undefined : `status ${status}`,
    elapsedMs === undefined ? undefined : `${Math.round(elapsedMs)} ms`,
    note,
  ];
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `debug:   ${name}: ${value}`);
  return [parts.filter((part) => part !== undefined).join(', '), ...lines];
}
