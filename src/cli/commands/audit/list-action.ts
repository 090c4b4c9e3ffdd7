import { type Advice, ReconError } from '../../../errors.ts';
import { localTime } from '../../../system/local-time.ts';
import { nearest } from '../../../system/nearest.ts';
import { noSuchAccount } from '../../../system/no-such-account.ts';
import { wholeNumber } from '../../../system/whole-number.ts';
import type { Context } from '../../context.ts';
import { sinceTime } from '../../request/since.ts';
import { KEPT_BLANK, type Listing, printList } from '../print-list.ts';
import type { PlaceOptions } from '../service-places.ts';
import { type AuditReader, withAudit } from './with-audit.ts';
import { deedText, outcomeText, TARGET } from './words.ts';

const COLUMNS = ['number', 'time', 'account', 'token', 'ip', 'operation', 'patient', 'outcome'];
/** What a person reads in a sheet, which has the operation and the status as they are. */
const WORDS = 'in_words';
/** A file is kept and searched later, so it names every patient that a list showed. */
const OF_CSV = [...COLUMNS, WORDS, 'patients'];
/** A workbook is read by a person, such as who guards the data of patients: when, who, what and whose come first. */
const HEADS: Readonly<Record<string, string>> = {
  time: 'When',
  account: 'Who',
  [WORDS]: 'What',
  patient: 'Patient',
  number: 'Number',
  token: 'Token',
  ip: 'IP address',
  operation: 'Operation',
  outcome: 'Outcome',
  why: 'Why',
  patients: 'Patients',
};
const OF_WORKBOOK = ['time', 'account', WORDS, 'patient', 'number', 'token', 'ip', 'operation', 'outcome', 'patients'];
/** Columns that leave first where every row says the same. */
const MAY_BE_THE_SAME = ['token', 'account'];
/** The outcome is the status of the answer. */
const FIRST_REFUSAL = 400;
const MOST_LISTED = 100_000;
/** Where nothing says which lines are meant. */
const NEWEST = 100;

interface ListOptions extends PlaceOptions {
  patient?: string;
  account?: string;
  label?: string;
  since?: string;
  refused?: boolean;
  limit?: string;
  all?: boolean;
}

type Placed = ReturnType<AuditReader['lines']> extends AsyncGenerator<infer Line> ? Line : never;
type Line = Placed['line'];

export async function listAudit(typed: ListOptions, context: Context): Promise<void> {
  const sinceMs = sinceTime(typed.since, context.clock.now());
  const isRefused = typed.refused === true;
  const limit = limitOf(typed);
  await withAudit(typed, context, async (audit) => {
    const patient = await patientOf(typed.patient, audit, context);
    const options = patient === undefined ? typed : { ...typed, patient: String(patient) };
    const names = new Map((await audit.accounts()).map(({ id, name }) => [id, name]));
    const account = accountNamed(names, options.account);
    const tokens = options.label === undefined ? undefined : tokensOf(await audit.tokens(), options.label);
    const newest: Placed[] = [];
    let found = 0;
    for await (const placed of audit.lines(sinceMs)) {
      if (!isAbout(placed.line, { patient, account, tokens, isRefused })) continue;
      found++;
      newest.push(placed);
      if (newest.length > 2 * limit) newest.splice(0, limit);
    }
    const records = newest.slice(-limit).map((placed) => recordOf(placed, names));
    const format = await context.outputFormat();
    const isJson = ['json', 'ndjson'].includes(format);
    const withSeconds = ((await context.tableWidth()) ?? 0) >= ROOM_FOR_SECONDS;
    await printList(
      {
        name: 'audit',
        columns: format === 'xlsx' ? OF_WORKBOOK : format === 'csv' ? OF_CSV : COLUMNS,
        heads: HEADS,
        times: ['time'],
        further: format === 'xlsx' || format === 'csv' ? ['why'] : ['why', 'patients'],
        shown: { ...IN_WORDS, time: timeIn({ withSeconds }) },
        spare: spareOf(records, isRefused),
        records: isJson ? records : records.map((record) => (format === 'xlsx' ? inWorkbook : inText)(record, patient)),
      },
      context,
    );
    if (found === 0) context.streams.say(noLines(options));
    if (found > limit) context.streams.say(whatIsLeft(found - limit, options));
  });
}

/** A table without lines is taken for one that failed. */
const noLines = ({ patient, account, label, since, refused }: ListOptions): string => {
  const isNarrowed = [account, label, since, refused].some((one) => one !== undefined);
  if (patient !== undefined && !isNarrowed) return `no line of the audit is about patient ${patient}`;
  return patient !== undefined || isNarrowed ? 'the audit has no such line' : 'the audit has no line yet';
};

/** Lines that were asked for by what they are, all come: a file of them is taken for whole. */
function limitOf({ limit, all, patient, account, label, since, refused }: ListOptions): number {
  if (limit !== undefined && all === true) throw new ReconError('usage', '--limit and --all exclude each other');
  const isNarrowed = [patient, account, label, since, refused].some((one) => one !== undefined);
  return numberOf('--limit', limit, MOST_LISTED) ?? (all === true || isNarrowed ? Number.POSITIVE_INFINITY : NEWEST);
}

/** With what was asked for. A database's address may hold a password, so it is not written out. */
function whatIsLeft(count: number, { patient, account, label, since, refused, data, blobs }: ListOptions): Advice {
  const flags = Object.entries({ patient, account, label, since, data, blobs });
  const same = flags.flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag}`, value]));
  return {
    before: `${count === 1 ? 'one earlier line is' : `${count} earlier lines are`} left out; every line is shown by`,
    command: ['audit', 'list', ...same, ...(refused === true ? ['--refused'] : []), '--all'],
  };
}

/** A table is read by people; programs get the operation and the status as they are. */
const IN_WORDS: NonNullable<Listing['shown']> = {
  account: ({ account, operation }) => whoText(account ?? null, String(operation)),
  // A label that is broken makes each line two.
  token: ({ token }) => {
    const label = String(token ?? '');
    return label.length > LONG_LABEL ? undefined : label.replaceAll(' ', KEPT_BLANK);
  },
  operation: ({ operation }) => {
    const [deed = '', ...about] = deedText(String(operation)).split(TARGET);
    return [deed.replaceAll(' ', KEPT_BLANK), ...about].join(TARGET);
  },
  // `7 + 9 more`
  patient: ({ patient }) =>
    typeof patient === 'string' && patient.includes(' + ') ? patient.replaceAll(' ', KEPT_BLANK) : undefined,
  outcome: ({ outcome, why }) => (typeof outcome === 'number' ? outcomeText(outcome, String(why ?? '')) : undefined),
};

const LONG_LABEL = 14;

/** Cells of a table in which seconds leave the address its room. */
const ROOM_FOR_SECONDS = 100;
const timeIn =
  (detail: { withSeconds: boolean }) =>
  ({ time }: Listing['records'][number]) =>
    localTime(String(time), detail).replace(' ', KEPT_BLANK);

/** Of a command that was typed on a machine of the service: nobody needs a token for it, and it comes from no address. */
const ON_SERVER = 'on the server';
const isCommand = (operation: string) => /^(serve|accounts)\b/.test(operation);
/** Of a photo link, or of the signed address of a picture: whoever has it needs no token, either. */
const BY_LINK = 'by link';
const isOfLink = (operation: string) => /^[A-Z]+ \/(invitations|sent|pages|images)\b/.test(operation);

/** Who did what no account did. */
function whoText(account: unknown, operation: string): string | undefined {
  if (account !== null) return undefined;
  if (isCommand(operation)) return ON_SERVER;
  return isOfLink(operation) ? BY_LINK : undefined;
}

/** Who, whose record, what and when always stay; the address stays longest, and of what was refused also the token. */
function spareOf(records: readonly ReturnType<typeof recordOf>[], isRefused: boolean): string[] {
  const isSame = (column: string) => new Set(records.map((one) => one[column as keyof typeof one])).size === 1;
  return [...new Set(['number', ...MAY_BE_THE_SAME.filter(isSame), ...(isRefused ? [] : ['token']), 'ip'])];
}

function numberOf(flag: string, typed: string | undefined, most: number): number | undefined {
  if (typed === undefined) return undefined;
  const number = wholeNumber(typed, 1, most);
  if (number !== undefined) return number;
  throw new ReconError('usage', `${flag} ${JSON.stringify(typed)} is not a whole number from 1 to ${most}`);
}

async function patientOf(typed: string | undefined, audit: AuditReader, context: Context): Promise<number | undefined> {
  const id = typed === undefined ? undefined : wholeNumber(typed, 1, Number.MAX_SAFE_INTEGER);
  if (id !== undefined || typed === undefined) return id;
  const { patientMeant } = await import('./patient-meant.ts');
  return await patientMeant(typed, audit, context);
}

function accountNamed(names: ReadonlyMap<number, string>, name: string | undefined): number | undefined {
  if (name === undefined) return undefined;
  const found = [...names].find(([, one]) => one === name);
  if (found !== undefined) return found[0];
  throw noSuchAccount(name, [...names.values()]);
}

type Token = Awaited<ReturnType<AuditReader['tokens']>>[number];

/** All that ever had this label, also revoked ones. */
function tokensOf(tokens: readonly Token[], typed: string): Token[] {
  const found = tokens.filter(({ label }) => label === typed);
  if (found.length > 0) return found;
  const like = nearest(
    typed,
    tokens.map(({ label }) => label),
  );
  const guess = like.length === 0 ? '' : `; did you mean ${like.map((label) => JSON.stringify(label)).join(' or ')}?`;
  throw new ReconError('not_found', `no token has the label ${JSON.stringify(typed)}${guess}`, {
    hint: { command: ['accounts', 'tokens', 'list', '--all'], because: 'to see them all' },
  });
}

interface Wanted {
  patient: number | undefined;
  account: number | undefined;
  tokens: readonly Token[] | undefined;
  isRefused: boolean;
}

/** A line without an operation tells of a gap or a break of the audit. It may concern anybody, so every filter shows it. */
function isAbout(line: Line, { patient, account, tokens, isRefused }: Wanted): boolean {
  if (!('operation' in line)) return true;
  if (isRefused && line.outcome < FIRST_REFUSAL) return false;
  const isOfPatient = patient === undefined || line.patient === patient || line.patients?.includes(patient) === true;
  const isOfToken = tokens?.some(({ id, accountId, label }) => {
    return line.token === id || (line.target === accountId && line.changed === label);
  });
  return (
    isOfPatient && isOfToken !== false && (account === undefined || line.account === account || line.target === account)
  );
}

function recordOf({ number, line }: Placed, names: ReadonlyMap<number, string>) {
  const none = { account: null, token: null, ip: null, patient: null, patients: [], outcome: null, why: null };
  if (!('operation' in line)) return { number, time: line.time, ...none, operation: wordsFor(line) };
  const { time, account, name, label, ip, operation, patient, outcome, why = null, target, changed } = line;
  const { patients = patient === null ? [] : [patient] } = line;
  const to =
    target === undefined
      ? ''
      : `${TARGET}${names.get(target) ?? target}${changed === undefined ? '' : ` (${changed})`}`;
  return {
    number,
    time,
    account: account === null ? null : (names.get(account) ?? name ?? String(account)),
    token: label,
    ip,
    operation: `${operation.replace(ALL_METHODS, 'another method of')}${to}`,
    patient,
    patients,
    outcome,
    why,
  };
}

/** Lines of 0.18 and before name all methods that a path does not take in the place of the one that came. */
const ALL_METHODS = /^[A-Z-]+,[A-Z,-]+(?= )/;

function wordsFor(line: Exclude<Line, { operation: string }>): string {
  if ('missing' in line) return `${line.missing} lines since ${line.since} could not be written`;
  if ('dropped' in line) return `lines up to ${line.dropped.number} were dropped for their age`;
  return `the chain ended at ${line.found.number}, and ${line.kept?.number ?? 'nothing'} was kept outside`;
}

/** `read record: refused: token not valid` */
const wordsOf = ({ operation, outcome, why }: ReturnType<typeof recordOf>): string =>
  `${deedText(operation)}${outcome === null ? '' : `: ${outcomeText(outcome, why ?? '')}`}`;

/** More of them make no table. */
const MOST_NAMED = 5;

/** For a table, where several patients have one cell. It names the one that was asked for. */
const inText = (record: ReturnType<typeof recordOf>, asked: number | undefined) => ({
  ...record,
  patient: record.patient ?? shownText(record.patients, asked),
  patients: record.patients.join(', '),
  [WORDS]: wordsOf(record),
});

const inWorkbook = (record: ReturnType<typeof recordOf>, asked: number | undefined) => ({
  ...inText(record, asked),
  account: whoText(record.account, record.operation) ?? record.account,
});

function shownText(patients: readonly number[], asked: number | undefined): string | null {
  if (patients.length === 0) return null;
  if (patients.length <= MOST_NAMED) return patients.join(', ');
  return asked !== undefined && patients.includes(asked)
    ? `${asked} + ${patients.length - 1} more`
    : `${patients.length} patients`;
}
