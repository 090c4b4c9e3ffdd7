import { typeWord } from '../../contract/reconstruction.ts';
import type { Reply } from '../../core/answer.ts';
import type { Doubt, DoubtsByPatient } from '../../core/model-facts.ts';
import { fieldOf, fieldText } from './field-text.ts';
import { modelStates } from './model-state.ts';
import { FAILURE, failureText, hasOwnTitle, type PatientColumn, patientColumns } from './patient-columns.ts';

/** An identifier for programs, which says nothing to a person: it stands last and under its own name. */
const FOR_PROGRAMS = 'player_id';

/** The columns while rows come, and at the end with the units; `tell` is given what the service tells with each page. */
export function workbook(fields: readonly string[] | undefined) {
  const doubts = new Map<string, ReadonlyMap<string, Doubt>>();
  let units: ReadonlyMap<string, string> | undefined;
  return {
    columns: workbookColumns(fields, { doubts }),
    tell: (told: Pick<Reply<unknown>, 'units' | 'doubts'> = {}) => {
      units ??= told.units;
      for (const [id, types] of told.doubts ?? []) doubts.set(id, types);
    },
    withUnits: () => workbookColumns(fields, { units }),
  };
}

interface Told {
  /** By field. */
  units?: ReadonlyMap<string, string> | undefined;
  doubts?: DoubtsByPatient;
}

/**
 * The columns of a workbook. A person reads it, so its titles are those of the screen as words, which an import takes
 * back, and the models are told in the words of the list.
 */
export const workbookColumns = (fields: readonly string[] | undefined, { units, doubts }: Told = {}): PatientColumn[] =>
  inOrder(patientColumns('sheet', fields), fields).map((column) => ({
    ...column,
    name: titleOf(column, units?.get(column.name)),
    ...(column.name === 'reconstructions' && { text: (patient: unknown) => statesText(patient, doubts) }),
    ...(column.name === FAILURE && { text: (patient: unknown) => failureText(patient, typeWord) }),
  }));

const inOrder = (columns: readonly PatientColumn[], fields: readonly string[] | undefined) =>
  fields === undefined
    ? columns.toSorted((a, b) => Number(a.name === FOR_PROGRAMS) - Number(b.name === FOR_PROGRAMS))
    : columns;

/** `Postal code`, `3D model`, `Height (cm)`; a field of a service of its own, or a path, keeps its name. */
function titleOf(column: PatientColumn, unit: string | undefined): string {
  const { name, title } = column;
  if (!hasOwnTitle(column) || name === FOR_PROGRAMS) return name;
  const words = `${title.charAt(0)}${title.slice(1).toLowerCase()}`;
  const inWords = words.replace(/\b(id|3d)\b/i, (short) => short.toUpperCase());
  return unit === undefined ? inWords : `${inWords} (${unit})`;
}

/** `face ready and accepted, body failed`; how long one is being made would be old when it is read. */
const statesText = (patient: unknown, doubts: DoubtsByPatient | undefined): string =>
  modelStates(patient, 0, { doubts: doubts?.get(fieldText(fieldOf(patient, 'id'))) })
    .map(({ type, shortWord }) => `${typeWord(type)} ${shortWord}`)
    .join(', ');
