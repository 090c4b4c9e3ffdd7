import pg from 'pg';

/** What the database itself saw: each end of a job, and each file of a model that a record was given. */
const STATEMENTS = `
  create table seen_ends (job_id bigint, state text, attempt integer);
  create table seen_files (record text, name text);
  create table seen_jobs (job_id bigint);
  create function see_end() returns trigger language plpgsql as $$
    begin insert into seen_ends values (new.id, new.state, new.attempt); return null; end $$;
  create function see_file() returns trigger language plpgsql as $$
    begin
      insert into seen_files values (coalesce('r' || new.reconstruction_id, 'a' || new.after_id), new.name);
      return null;
    end $$;
  create function see_job() returns trigger language plpgsql as $$
    begin insert into seen_jobs values (new.id); return null; end $$;
  create trigger end_seen after update of state on jobs for each row
    when (new.state in ('done', 'failed')) execute function see_end();
  create trigger file_seen after insert on files for each row execute function see_file();
  create trigger job_seen after insert on jobs for each row execute function see_job();`;

/** Looks at a service's database from beside it. */
export function openTruth(url: string) {
  /** Each question has a connection of its own: the server may have been killed since the last one. */
  async function rows<T>(text: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      const result = await client.query(text);
      return result.rows as T[];
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  const count = async (text: string) => Number((await rows<{ n: number }>(`select count(*) as n from ${text}`))[0]!.n);
  return {
    rows,
    count,
    watch: () => rows(STATEMENTS),
    openJobs: () => count(`jobs where state in ('queued', 'running')`),
    sessions: () => count(`pg_stat_activity where application_name = 'recon'`),
    /** Generations that were begun, also of patients who have been deleted, and the attempts at the others. */
    async generations() {
      const [row] = await rows<{ attempts: number; most: number }>(
        'select sum(attempt)::int as attempts, max(attempt) as most from jobs',
      );
      return { jobs: await count('seen_jobs'), ...row! };
    },
  };
}

export type Truth = ReturnType<typeof openTruth>;
