import type { Kysely } from 'kysely';
import { newFileId } from '../storage/blobs.ts';
import type { Tables } from '../storage/schema.ts';

/** Number of ids that one commit records: each commit waits for the disk, and most requests bring three photos. */
const IDS_PER_COMMIT = 64;

/** Gives ids for new files; each is recorded before it is handed out. */
export type NewFileIds = (count: number) => Promise<string[]>;

export function newFileIds(db: Kysely<Tables>): NewFileIds {
  const recorded: string[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const take = async (count: number) => {
    while (recorded.length < count) {
      const ids = Array.from({ length: IDS_PER_COMMIT }, newFileId);
      await db
        .insertInto('unfinished_files')
        .values(ids.map((id) => ({ id, kind: 'new' })))
        .execute();
      recorded.push(...ids);
    }
    return recorded.splice(0, count);
  };
  return (count) => {
    const taken = turn.then(() => take(count));
    turn = taken.catch(() => undefined);
    return taken;
  };
}
