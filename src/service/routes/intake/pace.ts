import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';
import { LIMITS } from '../../request-limits.ts';

/** The time between two looks. */
const LOOK_MS = 1_000;

/**
 * Ends a body that comes in too slowly, by an error on its stream: whoever drips holds a socket and a slot. Only time in
 * which we read counts, not time in which the body waits for our disk. `check` throws what ended it.
 */
export function watchPace({ raw }: FastifyRequest, { leastBytesPerS, afterMs } = LIMITS.pace) {
  /** The last looks, as long as `afterMs` needs. */
  const looks: { ms: number; bytes: number }[] = [];
  let last = { at: performance.now(), bytes: raw.socket.bytesRead };
  let refusal: Refusal | undefined;

  function look(): void {
    const now = { at: performance.now(), bytes: raw.socket.bytesRead };
    if (raw.readableFlowing === true) looks.push({ ms: now.at - last.at, bytes: now.bytes - last.bytes });
    last = now;
    const ms = sum(looks.map((one) => one.ms));
    if (ms < afterMs) return;
    if (sum(looks.map(({ bytes }) => bytes)) * 1000 < leastBytesPerS * ms) {
      refusal = new Refusal(408, 'timeout', `the body came in slower than ${leastBytesPerS / 1000} kB a second`);
      clearInterval(timer);
      raw.emit('error', refusal);
    }
    looks.shift();
  }

  // Without a listener an error ends the process, and the parser may have taken its own away.
  const ignore = () => {};
  raw.on('error', ignore);
  const timer = setInterval(look, LOOK_MS);
  return {
    check: () => {
      if (refusal !== undefined) throw refusal;
    },
    stop() {
      clearInterval(timer);
      raw.off('error', ignore);
    },
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
