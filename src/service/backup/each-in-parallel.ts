/** Works on all items, some at once, and stops at the first failure. */
export async function eachInParallel<T>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let isOver = false;
  const lane = async () => {
    while (!isOver) {
      const next = await iterator.next();
      if (next.done) return;
      await work(next.value);
    }
  };
  const lanes = Array.from({ length: atOnce }, () =>
    lane().catch((error: unknown) => {
      isOver = true;
      throw error;
    }),
  );
  const ends = await Promise.allSettled(lanes);
  await iterator.return?.();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
