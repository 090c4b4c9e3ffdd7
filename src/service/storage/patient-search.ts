import type { Expression, SqlBool } from 'kysely';
import { DEFAULT_PER_PAGE } from '../../contract/page.ts';

/** What a text must have, both folded: `part` anywhere in it, or `word` at the beginning of a word of it. */
export type TextFilter = { part: string } | { word: string };

export interface TextFilters {
  name?: TextFilter | undefined;
  email?: TextFilter | undefined;
}

/** The ids above `after`, up to and with `upTo`. */
export interface IdRange {
  after: number;
  upTo: number;
}

/** Finds patients by the texts of their names and email addresses. */
export interface PatientSearch {
  /** True for a row of `patients` that all filters let through. */
  matches(filters: TextFilters): Expression<SqlBool>;
  /** Makes a search among the patients of one account ready; it stays right when patients change. */
  prepare(ownerId: number, filters: TextFilters): Promise<PreparedSearch>;
}

/** Ids that a search went through at once, with the first of its matches. */
export type Run = IdRange & { matches: number; first: readonly number[] };

/** Of so many matches the ids come with their count, which is enough for a page of the usual length. */
export const FIRST_MATCHES = DEFAULT_PER_PAGE;

export interface PreparedSearch {
  /** Counts the matches from the beginning of the range on, in runs without gaps, as far as a few ms go. */
  count(range: IdRange): Promise<Run[]>;
  /** The ids of some of the matches of one run, in ascending order. */
  find(run: IdRange, place: { skip: number; limit: number }): Promise<number[]>;
}

/** A pattern that finds the text anywhere, for a `like` whose escape sign is `\\`. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
