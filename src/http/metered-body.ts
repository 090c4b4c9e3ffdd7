import { type Readable, Transform } from 'node:stream';
import type { Attempt } from './attempt.ts';

/** A body that keeps its attempt's watchdog awake, breaks with a ReconError, and ends the attempt when it closes. */
export function meteredBody(body: Readable, attempt: Attempt): Readable {
  const metered = new Transform({
    highWaterMark: 256 * 1024,
    transform(piece, _encoding, done) {
      attempt.watchdog.touch();
      done(null, piece);
    },
  });
  body.on('error', (thrown) => metered.destroy(attempt.failureOf(thrown).error));
  metered.on('close', () => {
    body.destroy();
    attempt.end();
  });
  return body.pipe(metered);
}
