import type { Clock } from '../clock.ts';
import type { Line, ReconError } from '../errors.ts';

export interface BusyParts {
  clock: Clock;
  signal: AbortSignal;
  /** What `onWaiting` gets is drawn over what it got before. */
  isDrawn: boolean;
  onNotice(text: string): void;
  onWaiting(line: Line): void;
  onRest(ms: number): void;
}

/** Whether the service itself says that it is asked too much for now. */
export const isBusy = ({ code, retryAfterMs }: ReconError): boolean =>
  code === 'rate_limited' || retryAfterMs !== undefined;

/**
 * Waits as long as a busy service asks for. In a long batch it asks again and again: that is told once, or drawn for as
 * long as it holds.
 */
export function busyRest({ clock, signal, isDrawn, onNotice, onWaiting, onRest }: BusyParts) {
  let isTold = false;
  /** Requests that wait side by side wait once. */
  let counted = 0;
  const draw = async (message: string, until: number) => {
    for (let leftMs = until - clock.monotonic(); leftMs > 0; leftMs = until - clock.monotonic()) {
      onWaiting(`${message}; trying again in ${Math.ceil(leftMs / 1000)} s`);
      await clock.sleep(Math.min(leftMs, 1000), signal);
    }
  };
  return async (ms: number, message: string): Promise<void> => {
    const now = clock.monotonic();
    onRest(Math.max(0, now + ms - Math.max(now, counted)));
    counted = Math.max(counted, now + ms);
    if (isDrawn) return await draw(message, now + ms);
    if (!isTold) onNotice(`${message}; trying again ${pauseText(ms)}, and whenever it asks for that`);
    isTold = true;
    await clock.sleep(ms, signal);
  };
}

export function pauseText(ms: number): string {
  const seconds = (ms / 1000).toFixed(1);
  return seconds === '0.0' ? 'at once' : `in ${seconds} s`;
}
