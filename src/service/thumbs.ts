/** Small pictures for pages. */
export interface Thumbs {
  /** Made when it is first looked at; those who look meanwhile wait for the same one. */
  of(ownerId: number, fileId: string): Promise<Uint8Array>;
  /** Drops those of files that are deleted. */
  forget(fileIds: readonly string[]): void;
}

/** At some 10 KB each. */
const MOST_THUMBS = 1000;

/** Keeps in memory what `make` has made, and of too many drops the one that was looked at longest ago. */
export function createThumbs(make: Thumbs['of'], mostThumbs = MOST_THUMBS): Thumbs {
  const kept = new Map<string, Promise<Uint8Array>>();
  return {
    async of(ownerId, fileId) {
      const thumb = kept.get(fileId) ?? make(ownerId, fileId);
      kept.delete(fileId);
      kept.set(fileId, thumb);
      const [oldest] = kept.keys();
      if (kept.size > mostThumbs && oldest !== undefined) kept.delete(oldest);
      try {
        return await thumb;
      } catch (error) {
        // The next look tries again.
        if (kept.get(fileId) === thumb) kept.delete(fileId);
        throw error;
      }
    },
    forget(fileIds) {
      for (const fileId of fileIds) kept.delete(fileId);
    },
  };
}
