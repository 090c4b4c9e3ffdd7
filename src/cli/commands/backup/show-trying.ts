import type { Context } from '../../context.ts';

/** Shows on a terminal that a bucket is tried again; elsewhere the error at the end tells it once. */
export async function showTrying(context: Context): Promise<(line: string | undefined) => void> {
  const live = await context.liveLine();
  return (line) => (line === undefined ? live.stop() : live.tick(line));
}
