import { ReconError } from '../../errors.ts';
import { readInput } from '../../system/read-input.ts';
import { whyNotRead } from '../../system/why-not-read.ts';

/** One patient; more is another kind of file, or a device that never ends. */
const MAX_BYTES = 1_000_000;

export interface DataSource {
  stdin: NodeJS.ReadableStream;
  /** Ends the reading, however long the other side is silent. */
  signal?: AbortSignal | undefined;
}

/** Text of a file, of a pipe such as `<(jq …)`, or of stdin (`-`); at most 1 MB. @throws ReconError `usage` */
export async function readDataText(source: string, { stdin, signal }: DataSource): Promise<string> {
  const shown = source === '-' ? 'stdin' : `--data ${source}`;
  const bytes = source === '-' ? await readStdin(stdin, shown, signal) : await readFile(source, shown, signal);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ReconError('usage', `${shown} is not UTF-8 text`, { hint: 'save it as UTF-8', cause: error });
  }
}

async function readStdin(stdin: NodeJS.ReadableStream, shown: string, signal?: AbortSignal): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const stop = () => (stdin as NodeJS.ReadStream).destroy(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stdin) {
      chunks.push(Buffer.from(chunk));
      length += chunk.length;
      if (length > MAX_BYTES) throw tooLarge(shown);
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  signal?.throwIfAborted();
  return Buffer.concat(chunks);
}

async function readFile(path: string, shown: string, signal?: AbortSignal): Promise<Uint8Array> {
  const bytes = await readInput(path, { maxBytes: MAX_BYTES + 1, signal }).catch((error) => {
    throw error instanceof ReconError
      ? error
      : new ReconError('usage', `${shown} ${whyNotRead(error)}`, { cause: error });
  });
  if (bytes === undefined) throw new ReconError('usage', `nothing came out of ${shown} for 3 s`);
  if (bytes.length > MAX_BYTES) throw tooLarge(shown);
  return bytes;
}

const tooLarge = (shown: string) => new ReconError('usage', `${shown} is too large to be one patient (over 1 MB)`);
