import { modelStates } from './model-state.ts';
import { PATIENT_COLUMN_NAMES, type PatientColumn, patientColumns } from './patient-columns.ts';

/**
 * The columns of a workbook. A person reads it, so its titles are words, which an import takes back, and the models are
 * told in the words of the list.
 */
export const workbookColumns = (fields: readonly string[] | undefined): PatientColumn[] =>
  patientColumns('sheet', fields).map((column) => ({
    ...column,
    name: titleOf(column),
    ...(column.name === 'reconstructions' && { text: statesText }),
  }));

/** `Postal code`; a field of a service of its own, or a path, keeps its name. */
function titleOf({ name, title }: PatientColumn): string {
  if (!PATIENT_COLUMN_NAMES.includes(name)) return name;
  const words = `${title.charAt(0)}${title.slice(1).toLowerCase()}`;
  return words.replace(/\bid$/i, 'ID');
}

/** `face ready and accepted, body failed`; how long one is being made would be old when it is read. */
const statesText = (patient: unknown): string =>
  modelStates(patient, 0)
    .map(({ type, shortWord }) => `${type} ${shortWord}`)
    .join(', ');
