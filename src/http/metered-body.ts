import { type Readable, Transform, type TransformCallback } from 'node:stream';
import type { ReconError } from '../errors.ts';
import type { Attempt } from './attempt.ts';

/**
 * A body that resets its attempt's watchdog with each piece, and ends the attempt when it closes. It fails with a
 * ReconError, but only after all received bytes are read, so that a download can go on from there.
 */
export function meteredBody(body: Readable, attempt: Attempt): Readable {
  const metered = new MeteredBody(attempt);
  body.on('error', (thrown) => metered.breakOff(attempt.failureOf(thrown).error));
  metered.on('close', () => {
    body.destroy();
    attempt.end();
  });
  return body.pipe(metered);
}

class MeteredBody extends Transform {
  private readonly attempt: Attempt;
  private failure: ReconError | undefined;

  constructor(attempt: Attempt) {
    super({ highWaterMark: 256 * 1024 });
    this.attempt = attempt;
  }

  override _transform(piece: Uint8Array, _encoding: BufferEncoding, done: TransformCallback): void {
    this.attempt.watchdog.touch();
    done(null, piece);
  }

  breakOff(failure: ReconError): void {
    this.failure = failure;
    this.endWhenRead();
  }

  override read(size?: number): unknown {
    const piece: unknown = super.read(size);
    if (piece === null) this.endWhenRead();
    return piece;
  }

  private endWhenRead(): void {
    if (this.failure !== undefined && this.readableLength + this.writableLength === 0) this.destroy(this.failure);
  }
}
