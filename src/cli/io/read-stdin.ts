/** The first bytes of stdin. An abort ends the reading, however long the other side is silent. */
export async function readStdin(
  stdin: NodeJS.ReadableStream,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  signal?.throwIfAborted();
  const stop = () => (stdin as NodeJS.ReadStream).destroy(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const pieces: Buffer[] = [];
  let left = maxBytes;
  try {
    for await (const chunk of stdin) {
      const piece = Buffer.from(chunk).subarray(0, left);
      pieces.push(piece);
      left -= piece.length;
      if (left === 0) break;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  signal?.throwIfAborted();
  return Buffer.concat(pieces);
}
