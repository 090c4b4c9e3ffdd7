/** Waits until all have ended, also if one fails: what is left of them can then be removed. Throws the first failure. */
export async function waitForAll<T>(works: readonly Promise<T>[]): Promise<T[]> {
  const ends = await Promise.allSettled(works);
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}
