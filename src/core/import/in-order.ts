/**
 * Works on several items at the same time and gives the results in the order of the items. `lane` is the number of the
 * worker, from 0; each works on one item at a time.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  lanes: number,
  work: (item: Item, lane: number) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: { result: Promise<Result>; lane: number }[] = [];
  try {
    let next = 0;
    for await (const item of items) {
      let lane = next;
      if (running.length < lanes) next += 1;
      else {
        const oldest = running.shift()!;
        lane = oldest.lane;
        yield await oldest.result;
      }
      const result = work(item, lane);
      // The result is awaited later, in its order; until then its failure must not end the process.
      result.catch(() => {});
      running.push({ result, lane });
    }
    for (let oldest = running.shift(); oldest !== undefined; oldest = running.shift()) yield await oldest.result;
  } finally {
    await Promise.allSettled(running.map(({ result }) => result));
  }
}
