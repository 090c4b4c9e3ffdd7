import { systemClock } from '../../clock.ts';
import { listAccounts } from '../domain/accounts.ts';
import type { AuditLine } from '../domain/audit-lines.ts';
import type { Store } from '../domain/store.ts';
import { listTokens } from '../domain/tokens.ts';
import { openPlaces } from '../open-places.ts';
import type { Places } from '../places.ts';
import { requireData } from '../schema-of.ts';
import { readLine } from './chain.ts';
import { type ReadExport, readExport } from './read-export.ts';
import { sealedLines, verifyAudit } from './verify.ts';

/** A line with its place in the chain; null while it waits for one. */
export interface PlacedLine {
  number: number | null;
  hash: string | null;
  line: AuditLine;
}

/** The audit of a service, also while it runs. */
export async function openAuditReader(places: Places) {
  await requireData(places);
  const { store, close } = await openPlaces(places, systemClock, () => {});
  return {
    accounts: () => listAccounts(store),
    tokens: () => listTokens(store),
    /** Everybody who is there now, of all accounts: the audit has no names. */
    patients: () => everybody(store),
    lines: (sinceMs?: number) => placedLines(store, sinceMs),
    verify: (exported?: ReadExport) => verifyAudit(store, exported),
    readExport,
    close,
  };
}

const everybody = ({ db }: Store) =>
  db
    .selectFrom('patients')
    .select(['id', 'name', 'email', 'phone', 'city', 'state', 'country as country_iso'])
    .orderBy('id')
    .execute();

/** Lines from a time on (ms since the epoch), those of the chain first. */
async function* placedLines({ db }: Store, sinceMs?: number): AsyncGenerator<PlacedLine> {
  for await (const { number, hash, line } of sealedLines({ db }, sinceMs)) yield { number, hash, line: read(line) };
  const waiting = await db.selectFrom('audit_inbox').select('line').orderBy('id').execute();
  for (const { line } of waiting) yield { number: null, hash: null, line: read(line) };
}

/** A line that cannot be read is shown as it is: whoever looks has to see that it is there. */
const read = (text: string): AuditLine => readLine(text) ?? { ...UNREADABLE, operation: text };

const UNREADABLE = { time: '', account: null, token: null, label: null, ip: null, patient: null, outcome: 0 };
