import type { AuditLine, ChainEnd } from '../domain/audit-lines.ts';
import type { Store } from '../domain/store.ts';
import type { KeptEnd } from '../storage/kept-end.ts';
import type { AuditLineRow } from '../storage/schema.ts';
import { chainEnd, chainStart, hashOf, readLine, timeOf } from './chain.ts';

/** What was found of the chain. */
export interface Verified {
  /** The number of sealed lines that are there. */
  lines: number;
  /** The first and the last place that the chain has; 0 without a line. */
  first: number;
  last: number;
  /** Lines that have no place yet. */
  waiting: number;
  /** Entries that could not be written, as lines of the chain tell. */
  missing: number;
  /** What is not as it was written, each in words; empty for a sound audit. */
  problems: string[];
  /** What is wrong with the export alone. */
  ofExport?: string[];
  /** No line of the export is one of the chain, so it may be of another service. */
  isOther?: boolean;
}

/** Rows in one question. */
const BATCH_ROWS = 1000;
/** More of them tell nothing more. */
export const MOST_PROBLEMS = 100;

/** What an export tells of the chain. */
interface Exported {
  first?: ChainEnd & { text: string };
  end: ChainEnd;
}

type AuditStore = Pick<Store, 'db' | 'database' | 'auditEnd'>;

/**
 * Reads the whole chain and names each line that is not as it was written, or is not there any more. The hash of an
 * export's end covers all lines before it, so the chain has to come by it.
 */
export async function verifyAudit(store: AuditStore, exported?: Exported): Promise<Verified> {
  const { db, database, auditEnd } = store;
  // Read first: a running service keeps it outside after it is in the table.
  const kept = await auditEnd.read();
  const start = await chainStart(db);
  const walk = createWalk(start);
  const ofExport: string[] = [];
  let isOther = false;
  for await (const row of sealedLines(store)) {
    walk.look(row);
    if (row.number === exported?.first?.number && row.line !== exported.first.text) {
      ofExport.push(`line ${row.number} of the export is not as it was written`);
    }
    // Each hash covers all lines before it: where the first one is another, each one after it is.
    if (row.number === exported?.first?.number) isOther = row.hash !== exported.first.hash;
    if (row.number === exported?.end.number && row.hash !== exported.end.hash) {
      walk.tell(`line ${row.number} is not the one of the export, or a line before it is not`);
    }
    if (row.number !== kept?.number || row.hash === kept.hash) continue;
    walk.tell(`line ${row.number} is not the one that was kept outside the database`);
  }
  const end = await chainEnd(db);
  const wereDropped = (await chainStart(db)).number !== start.number;
  // The first end is kept before the first line: a service that began meanwhile wrote both.
  const hasBegun = kept === undefined && (await auditEnd.read()) !== undefined;
  if (wereDropped || hasBegun) return verifyAudit(store, exported);
  if (!walk.hasCheckpoint()) {
    walk.tell(`${linesText(1, start.number)} not there, and no sealed line says that they were dropped`);
  }
  const problem = problemOfEnd(kept, { ...(await database.lastCommit()), ...end });
  if (problem !== undefined) walk.tell(problem);
  if (exported !== undefined && exported.end.number > end.number) {
    walk.tell(`${linesText(end.number + 1, exported.end.number)} in the export, and not there`);
    isOther ||= (exported.first ?? exported.end).number > end.number;
  }
  const { count } = await db
    .selectFrom('audit_inbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { ...walk.found(), waiting: Number(count), ...(exported && { ofExport, isOther }) };
}

function problemOfEnd(kept: KeptEnd | undefined, end: KeptEnd): string | undefined {
  if (kept === undefined) {
    return end.number === 0 ? undefined : 'the end of the chain that is kept outside the database is not there';
  }
  if (kept.folderId !== end.folderId) {
    return 'the end of the chain that is kept outside the database is that of another one';
  }
  return kept.number > end.number ? `${linesText(end.number + 1, kept.number)} cut off at the end` : undefined;
}

/** `line 7 is`, `lines 7 to 9 are` */
const linesText = (first: number, last: number) =>
  first === last ? `line ${first} is` : `lines ${first} to ${last} are`;

/** Goes along the chain from its start, and collects what is wrong. */
function createWalk(start: ChainEnd) {
  const problems: string[] = [];
  const found = { lines: 0, first: 0, last: 0, missing: 0 };
  let before: ChainEnd = start;
  let hasCheckpoint = start.number === 0;
  const tell = (problem: string) => void (problems.length < MOST_PROBLEMS && problems.push(problem));

  function lookInto(number: number, line: AuditLine): void {
    if ('missing' in line) found.missing += line.missing;
    if ('dropped' in line && line.dropped.number === start.number && line.dropped.hash === start.hash)
      hasCheckpoint = true;
    if ('found' in line) tell(breakText(number, line));
  }

  return {
    tell,
    hasCheckpoint: () => hasCheckpoint,
    look({ number, hash, line, written_at }: AuditLineRow): void {
      const isNext = number === before.number + 1;
      if (!isNext) tell(`${linesText(before.number + 1, number - 1)} not there`);
      // What follows a gap cannot be checked against what was before it.
      if (isNext && hash !== hashOf(before, line)) tell(`line ${number} is not as it was written`);
      else {
        const read = readLine(line);
        if (read === undefined || timeOf(line) !== written_at)
          tell(`line ${number} cannot be read, or stands at another time`);
        else lookInto(number, read);
      }
      before = { number, hash };
      found.lines++;
      found.first ||= number;
      found.last = number;
    },
    found: () => ({ ...found, problems }),
  };
}

function breakText(number: number, { time, kept, found }: Extract<AuditLine, { found: unknown }>): string {
  const when = `as line ${number} of ${time} says`;
  if (kept === null) return `no end of the chain was kept outside the database, ${when}`;
  if (kept.number > found.number) return `${linesText(found.number + 1, kept.number)} cut off, ${when}`;
  return `line ${kept.number} was not the one that was kept outside the database, ${when}`;
}

/** The lines of the chain in their order, from a time on (ms since the epoch). */
export async function* sealedLines({ db }: Pick<Store, 'db'>, since?: number): AsyncGenerator<AuditLineRow> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('audit_lines')
      .selectAll()
      .where('number', '>', last)
      .$if(since !== undefined, (lines) => lines.where('written_at', '>=', since!))
      .orderBy('number')
      .limit(BATCH_ROWS)
      .execute();
    yield* rows;
    if (rows.length < BATCH_ROWS) return;
    last = rows.at(-1)!.number;
  }
}
