/** Works on `most` items at the same time and gives the results in the order of the items. */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  most: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      if (running.length === most) yield await running.shift()!;
      const result = work(item);
      // The result is awaited later, in its order; until then its failure must not end the process.
      result.catch(() => {});
      running.push(result);
    }
    while (running.length > 0) yield await running.shift()!;
  } finally {
    await Promise.allSettled(running);
  }
}
