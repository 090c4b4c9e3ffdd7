/**
 * One buffer for many photos in turn: seven of 8 MB each, read to fresh memory, would stay there until
 * the next collection of garbage. What was taken before is overwritten by what is taken next.
 */
export interface Room {
  take(sizeBytes: number): Buffer<ArrayBuffer>;
}

/** Photos differ a little in size; memory that is not written to costs nothing. */
const STEP_BYTES = 16 * 1024 ** 2;

export function createRoom(): Room {
  let buffer = Buffer.alloc(0);
  return {
    take: (sizeBytes) => {
      if (buffer.length < sizeBytes) buffer = Buffer.allocUnsafeSlow(Math.ceil(sizeBytes / STEP_BYTES) * STEP_BYTES);
      return buffer.subarray(0, sizeBytes);
    },
  };
}
