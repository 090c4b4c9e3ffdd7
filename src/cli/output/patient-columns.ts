import { shortTypeOf } from '../../contract/reconstruction.ts';
import { SURNAME } from '../../core/name-order.ts';
import { ReconError } from '../../errors.ts';
import { localTime } from '../../system/local-time.ts';
import type { Streams } from '../io/streams.ts';
import { fieldOf, fieldText, itemsOf, valueAt } from './field-text.ts';
import { LEAST_WIDTH } from './fit-columns.ts';
import { titleKey } from './title-key.ts';
import type { CellKind } from './workbook.ts';

export interface PatientColumn {
  /** As `--fields` and the header of CSV name it. */
  name: string;
  /** As a table's head shows it. */
  title: string;
  /** Cells it keeps on a narrow terminal; Infinity where it must be whole. */
  leastWidth: number;
  /** What a workbook makes of its texts. */
  kind: CellKind;
  text(patient: unknown): string;
  /** For a terminal of so many cells, where shorter reads better. */
  shortText?(patient: unknown, width: number): string;
}

const plain = (name: string, title: string, key = name): PatientColumn => ({
  name,
  title,
  leastWidth: LEAST_WIDTH,
  kind: 'text',
  text: (patient) => fieldText(valueAt(patient, key)),
});

const COLUMNS: readonly PatientColumn[] = [
  { ...plain('id', 'ID'), leastWidth: Infinity, kind: 'number' },
  plain('player_id', 'PLAYER ID'),
  { ...plain('name', 'NAME'), leastWidth: 18 },
  plain('email', 'E-MAIL'),
  plain('gender', 'GENDER'),
  plain('phone', 'PHONE'),
  plain('country', 'COUNTRY', 'country_iso'),
  plain('address', 'ADDRESS'),
  plain('city', 'CITY'),
  plain('postal_code', 'POSTAL CODE'),
  plain('state', 'STATE'),
  { ...plain('height', 'HEIGHT'), kind: 'number' },
  { ...plain('weight', 'WEIGHT'), kind: 'number' },
  { name: 'reconstructions', title: '3D MODEL', leastWidth: 24, kind: 'text', text: reconstructionsText },
  {
    ...plain('updated_at', 'CHANGED'),
    leastWidth: Infinity,
    kind: 'time',
    shortText: (patient, width) =>
      localTime(fieldText(fieldOf(patient, 'updated_at'))).slice(0, width < WIDE_ENOUGH_FOR_TIMES ? 10 : undefined),
  },
];

/** What a list of those with a link tells of each beside the record. */
const LINK_COLUMNS: readonly PatientColumn[] = [
  { ...plain('link_out', 'LINK OUT'), leastWidth: Infinity },
  {
    ...plain('link_out_until', 'LINK OUT UNTIL'),
    leastWidth: Infinity,
    kind: 'time',
    shortText: (patient) => localTime(fieldText(fieldOf(patient, 'link_out_until'))),
  },
];

/** The field that the client adds to a patient where it is asked for: why each failed model failed, by type. */
export const FAILURE = 'failure';

const FAILURE_COLUMN: PatientColumn = {
  ...plain(FAILURE, 'WHY IT FAILED'),
  text: (patient) => failureText(patient, String),
};

/** `face: the left photo is too dark`, of each failed model. */
export const failureText = (patient: unknown, wordOf: (type: string) => string): string =>
  Object.entries(fieldOf(patient, FAILURE) ?? {})
    .map(([type, reason]) => `${wordOf(type)}: ${fieldText(reason)}`)
    .join('; ');

/** What `--fields` may name. */
export const PATIENT_COLUMN_NAMES: readonly string[] = [...COLUMNS, FAILURE_COLUMN].map(({ name }) => name);

const ALL_COLUMNS = [...COLUMNS, FAILURE_COLUMN, ...LINK_COLUMNS];

/** Whether why models failed is asked for, whole or of one type (`failure.face`). */
export const asksForFailures = (fields: readonly string[] = []): boolean =>
  fields.some((field) => fieldKey(field).split('.')[0] === FAILURE);

export const hasOwnTitle = ({ name }: PatientColumn): boolean => ALL_COLUMNS.some((one) => one.name === name);

/** Below this many cells a date does without its time. */
const WIDE_ENOUGH_FOR_TIMES = 100;

const IN_TABLE = ['id', 'name', 'email', 'phone', 'country', 'reconstructions', 'updated_at'];

/** Every reconstruction's type and status: `face has_3d, body processing`. */
function reconstructionsText(patient: unknown): string {
  return itemsOf(fieldOf(patient, 'reconstructions'))
    .map((one) => `${typeName(one)} ${fieldText(fieldOf(one, 'status')) || '-'}`)
    .join(', ');
}

/** `FaceReconstruction` as `face`; a type that is not known stays as it came. */
export function typeName(reconstruction: unknown): string {
  const type = fieldOf(reconstruction, 'type');
  return shortTypeOf(type) ?? (fieldText(type) || '-');
}

/** The columns of a table, those of CSV and workbooks, or those asked for; any other name is a field or a path. */
export function patientColumns(format: 'table' | 'sheet', fields: readonly string[] | undefined): PatientColumn[] {
  if (fields === undefined) return COLUMNS.filter(({ name }) => format === 'sheet' || IN_TABLE.includes(name));
  return fields.map((field) => {
    const name = fieldKey(field);
    return ALL_COLUMNS.find((column) => column.name === name) ?? plain(name, name.toUpperCase());
  });
}

/** The usual columns, and those that tell of links. */
export const fieldsWithLinks = (format: 'table' | 'sheet'): string[] =>
  [...patientColumns(format, undefined), ...LINK_COLUMNS].map(({ name }) => name);

/** The answer's own name, that of the flag and the title on the screen or in a workbook all name a field. */
function fieldKey(field: string): string {
  if (field === 'country_iso') return 'country';
  const typed = titleKey(field);
  const meant = ALL_COLUMNS.find(({ name, title }) => name === typed || titleKey(title) === typed);
  return meant?.name ?? field.replaceAll('-', '_');
}

const answerKey = (name: string) => (name === 'country' ? 'country_iso' : name);

/**
 * A service may have fields of its own, so a name is only wrong where no patient at hand has it. Of a path that is its
 * first name; a model is found by its place.
 * @throws ReconError `usage`
 */
export function checkFields(
  fields: readonly string[] | undefined,
  patients: readonly unknown[],
  option = '--fields',
): void {
  if (patients.length === 0) return;
  const known = PATIENT_COLUMN_NAMES;
  const has = (key: string) => known.includes(key) || patients.some((patient) => fieldOf(patient, key) !== undefined);
  const unknown = (fields ?? []).filter((field) => {
    const key = fieldKey(field);
    const [first = '', second = '0'] = key.split('.');
    return !has(key) && (!has(first) || (first === 'reconstructions' && !/^\d+$/.test(second)));
  });
  if (unknown.length === 0) return;
  throw new ReconError('usage', `${option}: a patient has no ${unknown.map((one) => JSON.stringify(one)).join(', ')}`, {
    details: [
      `fields: ${known.join(', ')}`,
      ...(unknown.some((field) => /^(status$|reconstructions\.)/.test(field))
        ? ['the status of each model stands in reconstructions, that of the first one in reconstructions.0.status']
        : []),
      ...(unknown.some((field) => /^(3d|(3d_)?models?|face|mammo|body)$/.test(titleKey(field)))
        ? ['the models of a patient, each with its status, are reconstructions']
        : []),
      ...(unknown.some((field) => /^(why|reasons?|errors?|failed|failures)$/.test(titleKey(field)))
        ? [`why a model failed is ${FAILURE}`]
        : []),
      ...(unknown.some((field) => DATES.includes(titleKey(field)))
        ? ['when a patient was changed last is updated_at']
        : []),
    ],
  });
}

/** What people call the time of a change. */
const DATES = ['date', 'last_changed', 'modified', 'updated', 'time'];

/** Fields by whose company a person shows which state is meant. */
const BESIDE_REGION = ['address', 'city', 'postal_code', 'country', 'reconstructions'];

/** Who types `state` mostly means how a 3D model is, and gets the region: a person is told, where nothing beside it is of the address. */
export function tellOfRegion(
  fields: readonly string[] | undefined,
  { say, stderrIsTty }: Pick<Streams, 'say' | 'stderrIsTty'>,
): void {
  const names = (fields ?? []).map(fieldKey);
  if (!stderrIsTty() || !names.includes('state') || names.some((name) => BESIDE_REGION.includes(name))) return;
  say('state is the region of the address; reconstructions has the 3D models and how they are');
}

export const SORT_FIELDS: readonly string[] = COLUMNS.flatMap(({ name }) =>
  name === 'reconstructions' ? [] : name === 'name' ? [name, SURNAME] : name,
);

/** The key of a column that a list can be sorted by. @throws ReconError `usage` */
export function sortField(typed: string): string {
  const name = fieldKey(typed);
  if (SORT_FIELDS.includes(name)) return answerKey(name);
  throw new ReconError('usage', `--sort is ${JSON.stringify(typed)}, which is no field to sort by`, {
    details: [`fields: ${SORT_FIELDS.join(', ')}; with - before it from the end, such as -updated_at`],
  });
}

/** The patient with the named keys only, for JSON; a path is the key of what stands there. */
export function pickFields(patient: unknown, fields: readonly string[] | undefined): unknown {
  if (fields === undefined || typeof patient !== 'object' || patient === null) return patient;
  const keys = fields.map(fieldKey).map(answerKey);
  return Object.fromEntries(keys.map((key) => [key, valueAt(patient, key)]).filter(([, value]) => value !== undefined));
}
