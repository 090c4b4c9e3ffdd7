// A database with so many patients, written by SQL; every fifth has a reconstruction. Their objects are not there.
import pg from 'pg';
import { FAMILY, GIVEN } from './names.mjs';

/** The tables are there already, and one account. */
export async function fillPostgres(url, patients) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    // Triggers would count each patient alone, and the indexes of the search would take each alone.
    await client.query('alter table patients disable trigger user');
    const { rows: indexes } = await client.query(SEARCH_INDEXES);
    for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
    await client.query(PEOPLE, [patients]);
    await client.query(COUNTS);
    await client.query("set maintenance_work_mem = '512MB'");
    for (const { indexdef } of indexes) await client.query(indexdef);
    await client.query('alter table patients enable trigger user');
    await client.query(RECONSTRUCTIONS);
    await client.query(FILES);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

const SEARCH_INDEXES = "select indexname, indexdef from pg_indexes where indexname like 'patients\\_by\\_%'";

const picked = (words, number) => `(array['${words.join("', '")}'])[1 + (${number}) % ${words.length}]`;

const PEOPLE = `
  insert into patients (owner_id, player_id, name, email, country, name_folded, email_folded, last_async, created_at, updated_at)
  select 1, md5(n::text), given || ' ' || family, email, 'DE', given || ' ' || family, email, 0, 0, 0
  from (
    select n, given, family, given || '.' || family || '.' || n || '@example.org' as email
    from (
      select n, ${picked(GIVEN, 'n::bigint * 7919 / 13')} as given, ${picked(FAMILY, 'n::bigint * 104729 / 17')} as family
      from generate_series(1, $1::integer) as n
    ) as names
  ) as people`;

const COUNTS = `
  delete from patient_counts;
  insert into patient_counts
  select owner_id, id - id % 32768, id % 16, count(*), 1 from patients group by 1, 2, 3`;

const RECONSTRUCTIONS = `
  insert into reconstructions (patient_id, type, slot, provider, accepted, status, given_measures, measures, created_at, updated_at)
  select id, 'face', 'current', 4, 0, 'has_3d', '{}', '{}', 0, 0 from patients where id % 5 = 0`;

const FILES = `
  insert into files (id, reconstruction_id, name, sha256, size_bytes, mime, created_at)
  select md5(reconstructions.id || names.value), reconstructions.id, names.value, md5(random()::text), 0, 'image/jpeg', 0
  from reconstructions, unnest(array['left', 'front', 'right', 'frames']) as names (value)
  where reconstructions.patient_id % 5 = 0`;
