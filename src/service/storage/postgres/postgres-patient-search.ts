import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  FIRST_MATCHES,
  type IdRange,
  likePattern,
  type PatientSearch,
  type Run,
  type TextFilters,
} from '../patient-search.ts';
import type { Tables } from '../schema.ts';
import { jointsOf } from '../search-grams.ts';

/** Ids in a run at most; as many as one row of `patient_counts` is for. */
const RUN_IDS = 32_768;
const FIRST_ID = sql<number>`id - id % ${sql.lit(RUN_IDS)}`;
/** The matches in the runs before this one. */
const BEFORE = sql`sum(count(*)) over (order by ${FIRST_ID}) - count(*)`;

/**
 * Search on trigrams (pg_trgm), on joints where two words of a name meet (migration 006), and on the beginnings of the
 * words for filters that are too short for these.
 */
export function postgresPatientSearch(db: Kysely<Tables>): PatientSearch {
  return {
    matches,
    prepare: async (ownerId, filters) => {
      const isMatch = matchesByIndex(ownerId, filters);
      const within = ({ after, upTo }: IdRange) =>
        db
          .selectFrom('patients')
          .where('owner_id', '=', ownerId)
          .where('id', '>', after)
          .where('id', '<=', upTo)
          .where(isMatch);
      return {
        async count(range) {
          const counted = await within(range)
            .select(({ fn }) => [
              FIRST_ID.as('first'),
              fn.countAll<number>().as('matches'),
              sql<number[] | null>`case when ${BEFORE} < ${sql.lit(FIRST_MATCHES)}
                then array_to_json((array_agg(id order by id))[:${sql.lit(FIRST_MATCHES)}]) end`.as('found'),
            ])
            .groupBy(FIRST_ID)
            .orderBy('first')
            .execute();
          return runsIn(range, counted);
        },
        async find(range, { skip, limit }) {
          const found = await within(range).select('id').orderBy('id').limit(limit).offset(skip).execute();
          return found.map(({ id }) => id);
        },
      };
    },
  };
}

interface Counted {
  first: number;
  matches: number;
  /** The first of their ids; null where the runs before have enough for a page. */
  found: readonly number[] | null;
}

/** The counted runs, with runs without a match between them. */
function runsIn({ after, upTo }: IdRange, counted: readonly Counted[]): Run[] {
  const runs: Run[] = [];
  let end = after;
  for (const { first, matches, found } of counted) {
    if (first - 1 > end) runs.push({ after: end, upTo: first - 1, matches: 0, first: [] });
    const last = Math.min(upTo, first + RUN_IDS - 1);
    runs.push({ after: Math.max(end, first - 1), upTo: last, matches, first: found ?? [] });
    end = last;
  }
  return end < upTo ? [...runs, { after: end, upTo, matches: 0, first: [] }] : runs;
}

function matchesByIndex(ownerId: number, filters: TextFilters): RawBuilder<SqlBool> {
  const joints = jointsOf(filters).map((joint) => `${ownerId} ${joint}`);
  if (joints.length === 0) return matches(filters);
  // `is true` keeps PostgreSQL from the index of trigrams, which many patients share. The joints alone leave few.
  return sql`(joints_of(owner_id, name_folded) @> array[${sql.join(joints)}] and ${matches(filters)} is true)`;
}

function matches({ name, email }: TextFilters): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  if (name !== undefined && 'part' in name) all.push(sql`name_folded like ${likePattern(name.part)}`);
  if (name !== undefined && 'word' in name) all.push(sql`word_beginnings(name_folded) @> array[${name.word}]`);
  if (email !== undefined && 'part' in email) all.push(sql`email_folded like ${likePattern(email.part)}`);
  if (email !== undefined && 'word' in email) all.push(sql`word_beginnings(email_folded) @> array[${email.word}]`);
  return sql`(${sql.join(all, sql` and `)})`;
}
