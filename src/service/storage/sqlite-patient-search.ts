import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  FIRST_MATCHES,
  type IdRange,
  likePattern,
  type PatientSearch,
  type TextFilter,
  type TextFilters,
} from './patient-search.ts';
import type { Tables } from './schema.ts';
import { gramsOf, jointsOf } from './search-grams.ts';

/** So many patients are looked at in about 1 ms; with the name in the index, in a quarter of it. */
const MOST_LOOKED_AT = 1000;
/**
 * Grams are counted up to the first of these, and if none is that rare, up to the second. A gram more to look at costs
 * 0.1 µs there, and 1 µs as a candidate.
 */
const RARE = [100, 2000];

/**
 * Search on the index of migrations 005 and 006. The rarest joint or gram of the filters gives the candidates by
 * ascending id; whether one is a match is read from its texts, so the index can only cost time. The newest patients are
 * not in it yet; see patient-index.ts.
 */
export function sqlitePatientSearch(db: Kysely<Tables>): PatientSearch {
  const isJoined = joinedIndex(db);
  return {
    matches,
    prepare: async (ownerId, filters) => {
      const joints = jointsOf(filters);
      const candidates =
        joints.length > 0 && (await isJoined())
          ? await byJoint(db, ownerId, joints)
          : await byGram(db, ownerId, gramsOf(filters));
      return {
        async count(range) {
          const counted = sql<{ looked: number; last: number | null; ids: string }>`
            (select count(*) as looked, max(id) as last, json_group_array(id) filter (where is_match) as ids from (
              select patients.id, ${matches(filters)} as is_match from ${candidates(range)}
            ))`;
          const { looked, last, ids } = (await rowsOf(db, counted))[0]!;
          const found = JSON.parse(ids) as number[];
          const upTo = looked < MOST_LOOKED_AT || last === null ? range.upTo : last;
          return [{ after: range.after, upTo, matches: found.length, first: found.slice(0, FIRST_MATCHES) }];
        },
        async find(range, { skip, limit }) {
          // The candidates come by ascending id, and so do the matches among them.
          const found = sql<{ id: number }>`
            (select patients.id from ${candidates(range)} where ${matches(filters)} limit ${limit} offset ${skip})`;
          return (await rowsOf(db, found)).map(({ id }) => id);
        },
      };
    },
  };
}

/** Reads, so it must be a query to kysely: other statements wait for their turn to write. */
const rowsOf = <Row>(db: Kysely<Tables>, query: RawBuilder<Row>): Promise<Row[]> =>
  db.selectFrom(query.as('found')).selectAll().execute() as Promise<Row[]>;

/** Resolves to true when all indexed patients have their joints, which then stays so. */
function joinedIndex(db: Kysely<Tables>): () => Promise<boolean> {
  let isJoined = false;
  return async () => {
    if (isJoined) return true;
    const state = sql<{ isJoined: number }>`(select joined_to = indexed_to as isJoined from search_progress)`;
    isJoined = (await rowsOf(db, state))[0]!.isJoined === 1;
    return isJoined;
  };
}

/** What stands behind `from` to give the candidates, as rows named `patients`. */
type Candidates = (range: IdRange) => RawBuilder<unknown>;

/** Their rows have the name alone. */
async function byJoint(db: Kysely<Tables>, ownerId: number, joints: readonly string[]): Promise<Candidates> {
  const joint = await rarestOf(db, joints, (limit) => {
    return sql`select 1 from patient_joints where owner_id = ${ownerId} and joint = value limit ${sql.lit(limit)}`;
  });
  return ({ after, upTo }) => sql`(
      select patient_id as id, name_folded from patient_joints
        where owner_id = ${ownerId} and joint = ${joint} and patient_id > ${after} and patient_id <= ${upTo}
      union all
      select id, name_folded from patients
        where owner_id = ${ownerId} and id > max(${after}, (select joined_to from search_progress)) and id <= ${upTo}
      order by id limit ${sql.lit(MOST_LOOKED_AT)}
    ) as patients`;
}

async function byGram(db: Kysely<Tables>, ownerId: number, grams: readonly string[]): Promise<Candidates> {
  const gram = await rarestOf(db, grams, (limit) => {
    return sql`select 1 from patient_grams where owner_id = ${ownerId} and gram = value limit ${sql.lit(limit)}`;
  });
  return (range) => sql`(${idsOf(ownerId, gram, range)} order by id limit ${sql.lit(MOST_LOOKED_AT)}) as candidates
    cross join patients on patients.id = candidates.id`;
}

const idsOf = (ownerId: number, gram: string | undefined, { after, upTo }: IdRange) =>
  gram === undefined
    ? sql`select id from patients where owner_id = ${ownerId} and id > ${after} and id <= ${upTo}`
    : sql`
      select patient_id as id from patient_grams
        where owner_id = ${ownerId} and gram = ${gram} and patient_id > ${after} and patient_id <= ${upTo}
      union all
      select id from patients
        where owner_id = ${ownerId} and id > max(${after}, (select indexed_to from search_progress)) and id <= ${upTo}`;

/** `having` gives a row for each patient that has the gram `value`, up to a limit. */
async function rarestOf(
  db: Kysely<Tables>,
  grams: readonly string[],
  having: (limit: number) => RawBuilder<unknown>,
): Promise<string | undefined> {
  let rarest = grams[0];
  if (grams.length < 2) return rarest;
  for (const limit of RARE) {
    const counted = sql<{ gram: string; patients: number }>`
      (select value as gram, (select count(*) from (${having(limit)})) as patients
      from json_each(${JSON.stringify(grams)}) order by patients limit 1)`;
    const [first] = await rowsOf(db, counted);
    rarest = first!.gram;
    if (first!.patients < limit) break;
  }
  return rarest;
}

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
