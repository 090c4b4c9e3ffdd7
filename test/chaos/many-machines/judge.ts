import { createHash } from 'node:crypto';
import type { PatientsAnswer } from '../../../src/contract/answers.ts';
import { PART_NAMES } from '../../../src/service/worker/orders.ts';
import type { Person } from './clinic.ts';
import type { Truth } from './truth.ts';

/** What the clinics see in the end, against what they were told. */
export async function judgePeople(url: string, tokens: readonly string[], people: readonly Person[]) {
  const wrong: string[] = [];
  let lost = 0;
  let doubled = 0;
  const found = new Map<string, { id: number; city: string | null; statuses: string[] }[]>();
  for (const token of tokens) {
    for (const { id, name, city, reconstructions } of await allPatients(url, token)) {
      const one = { id, city, statuses: reconstructions.map(({ status }) => status) };
      found.set(name!, [...(found.get(name!) ?? []), one]);
    }
  }
  for (const { name, id, city, otherCities, hasPhotos, isDeletionAsked, isDeletionTold } of people) {
    const there = found.get(name) ?? [];
    if (there.length > 1) {
      doubled += 1;
      wrong.push(`${name} is there ${there.length} times`);
    }
    const [one] = there;
    if (id !== undefined && one === undefined && !isDeletionAsked) {
      lost += 1;
      wrong.push(`${name} was acknowledged and is not there`);
    }
    if (one === undefined) continue;
    if (id !== undefined && one.id !== id) wrong.push(`${name} has another id than was told`);
    if (isDeletionTold) wrong.push(`${name} was deleted and is there`);
    if (one.city !== city && !otherCities.has(one.city))
      wrong.push(`${name} lives in ${one.city}, and was told ${city}`);
    if (hasPhotos && one.statuses.join() !== 'has_3d') wrong.push(`${name} is ${one.statuses.join()}`);
  }
  return { wrong, lost, doubled };
}

async function allPatients(url: string, token: string) {
  const patients: PatientsAnswer['patients'] = [];
  for (let page: number | null = 1; page !== null; ) {
    const answer = await fetch(`${url}/patients?per_page=100&page=${page}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const told = (await answer.json()) as PatientsAnswer;
    patients.push(...told.patients);
    page = told.meta.next_page;
  }
  return patients;
}

/** Each generation has ended once, with one model, whoever worked at it. */
export async function judgeRecords(truth: Truth): Promise<string[]> {
  const wrong: string[] = [];
  const tell = (rows: { what: string }[]) => wrong.push(...rows.map(({ what }) => what));
  tell(await truth.rows(`select 'job ' || id || ' is ' || state as what from jobs where state <> 'done'`));
  tell(await truth.rows(`select 'job ' || id || ' was held against its photos' as what from jobs where failures > 0`));
  tell(
    await truth.rows(
      `select 'job ' || job_id || ' ended ' || count(*) || ' times' as what from seen_ends group by job_id having count(*) > 1`,
    ),
  );
  tell(
    await truth.rows(
      `select 'record ' || record || ' was given ' || count(*) || ' ' || name as what from seen_files
       group by record, name having count(*) > 1`,
    ),
  );
  for (const table of ['reconstruction', 'after']) {
    tell(
      await truth.rows(
        `select '${table} ' || id || ' is ' || status || coalesce(': ' || reason, '') as what from ${table}s
         where status <> 'has_3d'`,
      ),
    );
    tell(
      await truth.rows(
        `select '${table} ' || ${table}s.id || ' has ' || count(files.id) || ' files of a model' as what
         from ${table}s left join files on files.${table}_id = ${table}s.id
           and files.name in (${PART_NAMES.map((name) => `'${name}'`).join()})
         group by ${table}s.id having count(files.id) <> ${PART_NAMES.length}`,
      ),
    );
  }
  tell(
    await truth.rows(
      `select 'patient ' || patient_id || ' has a reconstruction in waiting' as what from reconstructions where slot <> 'current'`,
    ),
  );
  return wrong;
}

const FILES = 'files/';
const COMMITS = 'commits/';
const AUDIT_ENDS = 'audit-end/';

/** The bucket holds what the database knows, as it was written, and nothing else. All of a model is of one attempt. */
export async function judgeFiles(
  truth: Truth,
  { keys, read }: { keys: readonly string[]; read(id: string): Promise<Buffer> },
) {
  const wrong: string[] = [];
  const rows = await truth.rows<{ id: string; name: string; sha256: string; record: string }>(
    `select id, name, sha256, coalesce('r' || reconstruction_id, 'a' || after_id) as record from files`,
  );
  const known = new Set(rows.map(({ id }) => FILES + id));
  const notesIn = (folder: string) => keys.filter((key) => key.startsWith(folder)).length;
  const notes = notesIn(COMMITS);
  const ends = notesIn(AUDIT_ENDS);
  const isNote = (key: string) => key.startsWith(COMMITS) || key.startsWith(AUDIT_ENDS);
  const leftovers = keys.filter((key) => !known.has(key) && !isNote(key));
  if (leftovers.length > 0) wrong.push(`${leftovers.length} objects that no record has`);
  if (notes !== 1) wrong.push(`${notes} notes of a last commit`);
  // The next end removes the one before it, also one that a killed process had no time to remove.
  if (ends < 1 || ends > 2) wrong.push(`${ends} ends of the audit`);
  if ((await truth.count('unfinished_files')) > 0) wrong.push('files are on record as unfinished');
  const marks = new Map<string, string>();
  for (const { id, name, sha256, record } of rows) {
    if (!keys.includes(FILES + id)) {
      wrong.push(`${name} of ${record} is not in the bucket`);
      continue;
    }
    const bytes = await read(id);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) wrong.push(`${name} of ${record} has other bytes`);
    const mark = /made as ([\w-]+)$/.exec(bytes.subarray(-60).toString('latin1'))?.[1];
    if (mark === undefined) continue;
    if ((marks.get(record) ?? mark) !== mark) wrong.push(`${record} has parts of two models`);
    marks.set(record, mark);
  }
  return { wrong, leftovers: leftovers.length, known: rows.length };
}
