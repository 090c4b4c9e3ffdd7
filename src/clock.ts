/** Time as the rest of the code sees it, so that tests can hold it still. */
export interface Clock {
  /** Milliseconds since the epoch; for dates a person or a service reads. */
  now(): number;
  /** Milliseconds that only ever grow; for deadlines and elapsed time. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: monotonicMs,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};

/** Milliseconds that only ever grow. `performance.now()` first loads a part of Node, which a start waits for. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
