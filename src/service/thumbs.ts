import type { RecordedFile } from './storage/verified-file.ts';

/** Small pictures for pages. */
export type Thumbs = ReturnType<typeof createThumbs>;

/** The pictures are about 10 KB each. */
const MOST_THUMBS = 1000;

/** Keeps the pictures made by `make` in memory; when there are too many, drops the least recently used. */
export function createThumbs(
  make: (ownerId: number, file: RecordedFile) => Promise<Uint8Array>,
  mostThumbs: number = MOST_THUMBS,
) {
  const kept = new Map<string, Promise<Uint8Array>>();
  return {
    /** Gives the small picture; makes it when it is first asked for. Callers who ask meanwhile share the same work. */
    async of(ownerId: number, file: RecordedFile): Promise<Uint8Array> {
      const { id: fileId } = file;
      const thumb = kept.get(fileId) ?? make(ownerId, file);
      kept.delete(fileId);
      kept.set(fileId, thumb);
      const [oldest] = kept.keys();
      if (kept.size > mostThumbs && oldest !== undefined) kept.delete(oldest);
      try {
        return await thumb;
      } catch (error) {
        // A failed picture is dropped, so that the next request tries again.
        if (kept.get(fileId) === thumb) kept.delete(fileId);
        throw error;
      }
    },
    /** Drops the pictures of deleted files. */
    forget(fileIds: readonly string[]): void {
      for (const fileId of fileIds) kept.delete(fileId);
    },
  };
}
