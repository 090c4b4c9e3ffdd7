// A data folder with so many patients, written by SQL; every fifth has a reconstruction with four empty files.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../bench/programs.mjs';
import { FAMILY, GIVEN } from './names.mjs';
import { openRawDatabase } from './raw-database.mjs';

/** So many at a time are sorted into the search index. */
const INDEXED_TOGETHER = 50_000;

export async function fillSqlite(home, patients) {
  // The service makes the tables and the account.
  await (await startService(home)).stop();
  const db = await openRawDatabase(join(home, 'service', 'recon.db'));
  db.exec('pragma synchronous = off; pragma cache_size = -200000; pragma temp_store = memory');
  db.exec(`begin; ${people(patients)}; ${RECONSTRUCTIONS}; ${FILES}; commit`);
  for (let after = 0; after < patients; after += INDEXED_TOGETHER) {
    const upTo = Math.min(patients, after + INDEXED_TOGETHER);
    db.exec(`begin;
      insert or ignore into patient_grams select owner_id, gram, patient_id from grams_of_patients
        where patient_id > ${after} and patient_id <= ${upTo} order by 1, 2, 3;
      insert or ignore into patient_joints select * from joints_of_patients
        where patient_id > ${after} and patient_id <= ${upTo} order by 1, 2, 3;
      update search_progress set indexed_to = ${upTo}, joined_to = ${upTo};
      commit`);
  }
  const ids = db
    .prepare('select id from files')
    .all()
    .map(({ id }) => id);
  db.exec('pragma wal_checkpoint(truncate)');
  db.close();
  const files = join(home, 'service', 'files');
  for (const folder of new Set(ids.map((id) => id.slice(0, 2)))) mkdirSync(join(files, folder), { recursive: true });
  for (const id of ids) writeFileSync(join(files, id.slice(0, 2), id), '');
}

const people = (count) => `
  with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count}),
  people as (
    select n, ${picked(GIVEN, 'n * 7919 / 13')} as given, ${picked(FAMILY, 'n * 104729 / 17')} as family from numbers
  )
  insert into patients (owner_id, player_id, name, email, country, name_folded, email_folded, last_async, created_at, updated_at)
  select 1, lower(hex(randomblob(12))), given || ' ' || family, email, 'DE', given || ' ' || family, email, 0, 0, 0
  from (select *, given || '.' || family || '.' || n || '@example.org' as email from people)`;

const picked = (words, number) =>
  `json_extract('${JSON.stringify(words)}', '$[' || ((${number}) % ${words.length}) || ']')`;

const RECONSTRUCTIONS = `
  insert into reconstructions (patient_id, type, slot, provider, accepted, status, given_measures, measures, created_at, updated_at)
  select id, 'face', 'current', 4, 0, 'has_3d', '{}', '{}', 0, 0 from patients where id % 5 = 0`;

const FILES = `
  insert into files (id, reconstruction_id, name, sha256, size_bytes, mime, created_at)
  select lower(hex(randomblob(16))), reconstructions.id, names.value, lower(hex(randomblob(32))), 0, 'image/jpeg', 0
  from reconstructions, json_each('["left","front","right","frames"]') as names`;
