import type { Db } from './store.ts';

export type JobSubject = { reconstructionId: number } | { afterId: number };

/** Call this in the transaction of the record that the job is about, so that neither exists without the other. */
export async function insertJob(db: Db, subject: JobSubject, now: number): Promise<void> {
  await db
    .insertInto('jobs')
    .values({
      reconstruction_id: 'reconstructionId' in subject ? subject.reconstructionId : null,
      after_id: 'afterId' in subject ? subject.afterId : null,
      state: 'queued',
      attempt: 0,
      lease_until: 0,
      created_at: now,
      finished_at: null,
    })
    .execute();
}
