import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type IdRange, likePattern, type PatientSearch, type TextFilter, type TextFilters } from './patient-search.ts';
import type { Tables } from './schema.ts';

/** So many patients are looked at in about 1 ms. */
const MOST_LOOKED_AT = 1000;
/**
 * Grams are counted up to the first of these, and if none is that rare, up to the second. A gram more to look at costs
 * 0.1 µs there, and 1 µs as a candidate.
 */
const RARE = [100, 2000];
/** A long filter is found by a few of its grams as well as by all. */
const MOST_GRAMS = 12;

/**
 * Search on the grams of migration 005. The rarest gram of the filters gives the candidates by ascending id; whether one
 * is a match is read from its row, so the index can only cost time. The newest patients are not in it yet; see
 * patient-index.ts.
 */
export function sqlitePatientSearch(db: Kysely<Tables>): PatientSearch {
  return {
    matches,
    prepare: async (ownerId, filters) => {
      const gram = await rarestGram(db, ownerId, gramsOf(filters));
      const candidates = (range: IdRange) => candidatesOf(ownerId, gram, range);
      return {
        async count(range) {
          const counted = sql<{ looked: number; last: number | null; matches: number | null }>`
            (select count(*) as looked, max(id) as last, sum(is_match) as matches from (
              select patients.id, ${matches(filters)} as is_match
              from (${candidates(range)} limit ${sql.lit(MOST_LOOKED_AT)}) as candidates
              cross join patients on patients.id = candidates.id
            ))`;
          const { looked, last, matches: found } = (await rowsOf(db, counted))[0]!;
          const upTo = looked < MOST_LOOKED_AT || last === null ? range.upTo : last;
          return [{ after: range.after, upTo, matches: found ?? 0 }];
        },
        async find(range, { skip, limit }) {
          // The candidates come by ascending id, and so do the matches among them.
          const found = sql<{ id: number }>`
            (select patients.id from (${candidates(range)} limit ${sql.lit(MOST_LOOKED_AT)}) as candidates
            cross join patients on patients.id = candidates.id
            where ${matches(filters)} limit ${limit} offset ${skip})`;
          return (await rowsOf(db, found)).map(({ id }) => id);
        },
      };
    },
  };
}

/** Reads, so it must be a query to kysely: other statements wait for their turn to write. */
const rowsOf = <Row>(db: Kysely<Tables>, query: RawBuilder<Row>): Promise<Row[]> =>
  db.selectFrom(query.as('found')).selectAll().execute() as Promise<Row[]>;

const candidatesOf = (ownerId: number, gram: string | undefined, { after, upTo }: IdRange) =>
  gram === undefined
    ? sql`select id from patients where owner_id = ${ownerId} and id > ${after} and id <= ${upTo} order by id`
    : sql`
      select patient_id as id from patient_grams
        where owner_id = ${ownerId} and gram = ${gram} and patient_id > ${after} and patient_id <= ${upTo}
      union all
      select id from patients
        where owner_id = ${ownerId} and id > max(${after}, (select indexed_to from search_progress)) and id <= ${upTo}
      order by id`;

function matches({ name, email }: TextFilters): RawBuilder<SqlBool> {
  const all = [
    ...(name === undefined ? [] : [matchesText('patients.name_folded', name)]),
    ...(email === undefined ? [] : [matchesText('patients.email_folded', email)]),
  ];
  return sql`(${all.length === 0 ? sql`true` : sql.join(all, sql` and `)})`;
}

function matchesText(column: string, filter: TextFilter): RawBuilder<SqlBool> {
  const text = sql.ref(column);
  if ('part' in filter) return sql`${text} like ${likePattern(filter.part)} escape '\\'`;
  const word = filter.word.replace(/[*?[]/g, '[$&]');
  return sql`(${text} glob ${`${word}*`} or ${text} glob ${`*[^a-z0-9]${word}*`})`;
}

function gramsOf({ name, email }: TextFilters): string[] {
  const all = [
    ...(name !== undefined && 'word' in name ? [`w${name.word}`] : []),
    ...(name !== undefined && 'part' in name ? triples(name.part).map((triple) => `n${triple}`) : []),
    ...(email !== undefined && 'part' in email ? triples(email.part).map((triple) => `e${triple}`) : []),
  ];
  const different = [...new Set(all)];
  const step = Math.max(1, different.length / MOST_GRAMS);
  return different.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

function triples(text: string): string[] {
  const characters = [...text.replace(/\p{Surrogate}/gu, '\ufffd')];
  return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
}

async function rarestGram(db: Kysely<Tables>, ownerId: number, grams: readonly string[]): Promise<string | undefined> {
  let rarest = grams[0];
  if (grams.length < 2) return rarest;
  for (const limit of RARE) {
    const counted = sql<{ gram: string; patients: number }>`
      (select value as gram, (
        select count(*) from (
          select 1 from patient_grams where owner_id = ${ownerId} and gram = value limit ${sql.lit(limit)}
        )
      ) as patients
      from json_each(${JSON.stringify(grams)}) order by patients limit 1)`;
    const [first] = await rowsOf(db, counted);
    rarest = first!.gram;
    if (first!.patients < limit) break;
  }
  return rarest;
}
