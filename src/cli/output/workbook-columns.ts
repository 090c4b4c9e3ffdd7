import { modelStates } from './model-state.ts';
import { type PatientColumn, patientColumns } from './patient-columns.ts';

/** The columns of a workbook. A person reads it, so the models are told in the words of the list. */
export const workbookColumns = (fields: readonly string[] | undefined): PatientColumn[] =>
  patientColumns('sheet', fields).map((column) =>
    column.name === 'reconstructions' ? { ...column, text: statesText } : column,
  );

/** `face ready and accepted, body failed`; how long one is being made would be old when it is read. */
const statesText = (patient: unknown): string =>
  modelStates(patient, 0)
    .map(({ type, shortWord }) => `${type} ${shortWord}`)
    .join(', ');
