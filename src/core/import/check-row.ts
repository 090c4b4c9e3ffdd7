import { createHash } from 'node:crypto';
import { PATIENT_FIELDS, SIZE_FIELDS } from '../../contract/patient.ts';
import type { Violation } from '../../contract/photo-rules.ts';
import { isReconstructionType, MEASURES, VIEWS } from '../../contract/reconstruction.ts';
import { lineText } from '../../system/line-text.ts';
import { idText } from '../answer.ts';
import { checkRequest } from '../check-request.ts';
import { brokenRules, type Draft, draftOf, isEmpty } from '../draft.ts';
import { folded } from '../folded.ts';
import { hostDoubt } from '../mail-domain.ts';
import type { PhotoBuffers, PhotoFiles } from '../photo-check.ts';
import { withFileName } from '../photo-folder.ts';
import { naturalKeyOf } from '../same-person.ts';
import { shown } from '../shown.ts';
import type { CheckedRow, NamedRow, RowPhoto } from './checked-row.ts';
import { fieldOf } from './problem-lines.ts';
import type { Row } from './row.ts';
import { parseRowName } from './row-names.ts';
import { checkPhotos, locatePhotos, type PhotosCheck, recognisePhotos } from './row-photos.ts';
import { readSizes } from './size-cell.ts';
import { typeOfListWord } from './type-words.ts';

export interface RowChecks {
  buffers: PhotoBuffers;
  signal: AbortSignal;
  /** Hashes of rows that an earlier run has done, and whose photos it has decoded. */
  done: ReadonlySet<string>;
  /** Looks at the photos of a row that would be sent; what it finds is no problem of the row. */
  lookAt?: ((row: RowToSee) => Promise<void>) | undefined;
}

export interface RowToSee {
  place: string;
  draft: Draft;
  files: PhotoFiles;
  photos: readonly Pick<RowPhoto, 'view' | 'sha256'>[];
}

/**
 * Checks everything about a row that does not depend on other rows: the values, the rules, and every photo, decoded to
 * its end.
 */
export async function checkRow(row: Row, checks: RowChecks): Promise<CheckedRow> {
  const draft = draftOfRow(row);
  const report = readReport(row.values);
  const isDone = report.done !== undefined && report.problems.length === 0 && row.problems.length === 0;
  const photos = await photosOf(row, draft, isDone, checks);
  const problems = [...row.problems, ...report.problems];
  const request = requestOf(draft, photos.photos);
  const written = writtenIn(row);
  const hash = hashOf(isDone ? requestOf(draft, []) : request, written);
  // A row that an earlier run has sent is not sent again; it may have been accepted under other rules.
  if (checks.done.has(hash)) draft.problems = [];
  const checked = checkRequest(draft, photos, {
    violations: violationsOf(draft, photos),
    isList: true,
    // What is missing in a folder is put there under this name.
    ...(row.found !== undefined && { nameOf: withFileName }),
  });
  if (!isDone) problems.push(...checked.problems);
  if (problems.length === 0 && !isDone && isEmpty({ ...draft, size: {} }))
    problems.push('holds nothing to create a patient from');
  return {
    number: row.number,
    place: row.place,
    source: row.source,
    problems,
    // Of a row that could not be read, that is told alone.
    warnings: isDone ? [] : [...(row.warnings ?? []), ...(isEmpty(draft) ? [] : checked.warnings)],
    stripped: photos.stripped,
    reportedId: report.id,
    done: isDone ? report.done : undefined,
    ...(isDone && report.name !== undefined && { isChanged: hashOf(request, written) !== report.name.hash }),
    key: naturalKeyOf(request.patient),
    hash,
    name: `${hash}:0`,
    reportName: report.name,
    ...(row.own !== undefined && { own: row.own }),
    alsoNamed: row.written?.get('name'),
    request,
  };
}

function requestOf({ patient, size, type, provider, measures }: Draft, photos: RowPhoto[]): CheckedRow['request'] {
  const sized = Object.keys(size).length > 0 && { size };
  return { patient, ...sized, type, provider, measures, photos };
}

/** The fields of a row whose values are wrong, whatever else it holds. */
export function wrongFields(row: Pick<Row, 'values' | 'titles'>): ReadonlySet<string> {
  const draft = draftOfRow(row);
  const broken = brokenRules(draft).filter(({ code }) => code !== 'missing');
  return new Set([...draft.problems.flatMap((text) => fieldOf(text) ?? []), ...broken.map(({ name }) => name)]);
}

interface RowPhotosCheck extends PhotosCheck {
  isFolderLost: boolean;
}

/** Where a folder of photos is not there, or the type is none, that is told, and not each of the photos that lack. */
function violationsOf(draft: Draft, { isFolderLost }: RowPhotosCheck): Violation[] {
  const isTypeWrong = draft.type !== undefined && !isReconstructionType(draft.type);
  const follows = ({ code, name }: Violation) => code === 'missing' && VIEWS.some((view) => view === name);
  return brokenRules(draft).filter((one) => !((isFolderLost || isTypeWrong) && follows(one)));
}

const NO_PHOTOS: PhotosCheck = { photos: [], problems: [], warnings: [], stripped: 0 };

async function photosOf(
  row: Row,
  draft: Draft,
  isDone: boolean,
  { buffers, signal, done, lookAt }: RowChecks,
): Promise<RowPhotosCheck> {
  const { given, files, isFolderLost, problems } = await locatePhotos(row);
  draft.photos = given;
  const folder = row.values.get('photos');
  if (folder !== undefined && folder !== '') draft.photoFolder = { path: folder, found: [] };
  if (isDone || (done.size > 0 && problems.length === 0)) {
    const photos = await recognisePhotos(files, buffers, signal);
    const areAll = photos.length === Object.keys(files).length;
    // A done row is not sent again, so its photos may be missing by now. Those that exist are still compared with other
    // rows.
    if (isDone || (areAll && done.has(hashOf(requestOf(draft, photos), writtenIn(row)))))
      return { ...NO_PHOTOS, isFolderLost, photos };
  }
  const checked = await checkPhotos(files, buffers, signal);
  if (checked.problems.length === 0 && checked.photos.length > 0) {
    await lookAt?.({ place: row.place, draft, files, photos: checked.photos });
  }
  return { ...checked, isFolderLost, problems: [...problems, ...checked.problems] };
}

/** `E-Mail` and `email` are one word to whoever looks for the column. */
const isSameWord = (title: string, field: string) => plainWord(title) === plainWord(field);
const plainWord = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

/** Names that were saved or opened in a wrong encoding. */
const BROKEN_NAMES: readonly (readonly [RegExp, warning: string])[] = [
  // `Ay?e`, `?ukasz`: what an encoding without these letters makes of them.
  [
    /(?:^|[\s,\p{L}])\?\p{L}|\ufffd/u,
    'name has a ? in the place of a letter, which was most likely lost when the list was saved; write the letter, or save the list anew as .xlsx or UTF-8; it is sent as it is',
  ],
  // `JosÃ©`: the two bytes of a letter in UTF-8, read as two letters of Windows-1252.
  [
    /Ã[\u0080-\u00bf\u0152\u0153\u0160\u0161\u017d\u017e\u0192\u2013-\u2122]/,
    'name has two letters in the place of one, as where a list in UTF-8 was opened as Windows-1252; save it anew as .xlsx or UTF-8; it is sent as it is',
  ],
];

/** `Summe: 41`, `Total`, `41 patients`: the last line of many an office's list. With a number also what may be a name. */
const TOTAL = [
  /^(?:(?:sub|zwischen|gesamt)?(?:total|summe)|gesamt|totale|totais|totales)\P{L}*$/u,
  /^(?:somme|suma|soma|sum)\P{L}*\p{Nd}\P{L}*$/u,
  /^(?:anzahl|gesamtzahl|count|number|nombre|numero|cantidad|quantidade)\b[^:=]*[:=]\s*\p{Nd}+$/u,
  /^\p{Nd}+ (?:patient|patients|patienten|patientinnen|pacientes?)$/u,
];

/** A type in another language is understood, and told; so is a host of mail that may be a slip. */
function draftOfRow(row: Pick<Row, 'values' | 'titles'>): Draft {
  const values = tidied(row.values);
  const written = values.get('type') ?? '';
  const type = typeOfListWord(written);
  const given = type === undefined ? values : new Map([...values, ['type', type]]);
  const { titles = new Map<string, string>() } = row;
  const nameOf = (field: string) => {
    const title = titles.get(field);
    return title === undefined || isSameWord(title, field) ? field : `${field} (column ${shown(title)})`;
  };
  const sizes = readSizes(given, titles, nameOf);
  const draft = draftOf('create', sizes.values, { originOf: () => 'list', nameOf });
  draft.problems.push(...sizes.problems);
  draft.warnings.push(...sizes.warnings);
  draft.told = sizes.told;
  if (type !== undefined) draft.warnings.push(`type ${shown(written)} is taken as ${type}`);
  const isAddressWrong = draft.problems.some((text) => fieldOf(text) === 'email');
  const doubt = isAddressWrong ? undefined : hostDoubt(draft.patient.email ?? '');
  if (doubt !== undefined) draft.warnings.push(doubt.warning);
  const { name = '' } = draft.patient;
  if (TOTAL.some((total) => total.test(folded(name).trim()))) {
    draft.problems.push(`name ${shown(name)} is most likely a total of the list; delete the row`);
  }
  draft.warnings.push(...BROKEN_NAMES.flatMap(([broken, warning]) => (broken.test(name) ? [warning] : [])));
  return draft;
}

/** Spaces are removed around numbers and around words from a fixed set, and are no phone number. A name stays as it is. */
function tidied(values: ReadonlyMap<string, string>): Map<string, string> {
  const exact: readonly string[] = PATIENT_FIELDS;
  const isExact = (name: string, value: string) => exact.includes(name) && !(name === 'phone' && value.trim() === '');
  return new Map([...values].map(([name, value]) => [name, isExact(name, value) ? value : value.trim()]));
}

interface ReportColumns {
  id?: string;
  name?: NamedRow | undefined;
  done?: CheckedRow['done'];
  problems: string[];
}

/** Reads the columns of this row that an earlier report added. */
function readReport(values: ReadonlyMap<string, string>): ReportColumns {
  const cell = (name: string) => (values.get(name) ?? '').trim();
  const [id, status, rowName] = [cell('recon_id'), cell('recon_status'), cell('recon_row')];
  const name = parseRowName(rowName);
  if (rowName !== '' && name === undefined) {
    return { problems: [`has recon_row ${JSON.stringify(rowName)}, which names no row of an import; empty it`] };
  }
  if (status === 'unknown') {
    const way = lineText({ command: ['resume'], because: 'which finds out, then import the original again' });
    return { name, problems: [`has recon_status unknown: it may be there already; ${way}`] };
  }
  if (id === '') return { name, problems: [] };
  if (idText(id) === undefined) return { name, problems: [`has recon_id ${JSON.stringify(id)}, which is no id`] };
  if (status === 'created' || status === 'already_there') {
    const error = values.get('recon_error');
    return { name, id, done: { id, status, ...(error && { error }) }, problems: [] };
  }
  const problem = `has a recon_id and recon_status ${JSON.stringify(status)}; empty the recon_id to send it again`;
  return { name, id, problems: [problem] };
}

const writtenIn = ({ values, written }: Row): Row['values'] =>
  written === undefined ? values : new Map([...values, ...written]);

/**
 * The hash is of the fields as written, not as sent, so that a country's name, and a name with its surname first, give
 * the same hash as in earlier runs.
 */
function hashOf({ size, type, provider, measures, photos }: CheckedRow['request'], values: Row['values']): string {
  const fields = PATIENT_FIELDS.map((name) => values.get(name) ?? '');
  const parts = [fields, type ?? '', provider ?? '', MEASURES.map((name) => measures[name] ?? '')];
  const pictures = photos.map(({ view, sha256 }) => [view, sha256]);
  // Rows without a size are named as they were before a list could have one.
  const sizes = size === undefined ? [] : [SIZE_FIELDS.map((name) => size[name] ?? '')];
  return createHash('sha256')
    .update(JSON.stringify([...parts, pictures, ...sizes]))
    .digest('base64url')
    .slice(0, 22);
}
