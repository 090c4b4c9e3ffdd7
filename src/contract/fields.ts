import { IMPLANT_FIELDS, type ImplantField } from './implant-rows.ts';
import { PATIENT_FIELDS, type PatientField, SIZE_FIELDS, type SizeField } from './patient.ts';
import { MEASURES, type MeasureName, VIEWS, type View } from './reconstruction.ts';
import { SIDES, type Side } from './simulation.ts';

/** Form field names as they stand in a multipart body (docs/interface.md §4.2). */
export const patientFormField = (field: PatientField | SizeField) => `patient[${field}]` as const;
export const reconstructionFormField = <Name extends View | MeasureName | 'type' | 'provider'>(name: Name) =>
  `reconstruction[${name}]` as const;

export const CREATE_TEXT_FIELDS: readonly string[] = [
  ...PATIENT_FIELDS.map(patientFormField),
  reconstructionFormField('type'),
  reconstructionFormField('provider'),
  ...MEASURES.map(reconstructionFormField),
  'async',
];

/** The views that a PUT takes (docs/interface.md §4.4); the others can only come with a create. */
export const UPDATE_VIEWS: readonly View[] = ['left', 'front', 'right'];

export const UPDATE_TEXT_FIELDS: readonly string[] = CREATE_TEXT_FIELDS.filter(
  (field) => field !== 'async' && field !== reconstructionFormField('provider'),
);

/** Our own service's update takes these beside the interface's. */
export const SIZE_TEXT_FIELDS: readonly string[] = SIZE_FIELDS.map(patientFormField);

export const AFTER_TEXT_FIELDS: readonly string[] = CREATE_TEXT_FIELDS.filter((field) =>
  field.startsWith('reconstruction['),
);

export const PHOTO_FIELDS: readonly string[] = VIEWS.map(reconstructionFormField);
export const UPDATE_PHOTO_FIELDS: readonly string[] = UPDATE_VIEWS.map(reconstructionFormField);

/** Of our own service alone: a simulation with an implant at one side or at both. */
export const simulationFormField = (name: 'name' | 'description') => `simulation[${name}]` as const;
export const implantFormField = (side: Side, field: ImplantField) => `simulation[${side}_implant][${field}]` as const;
/** JSON of `SimulationLines`. */
export const SIMULATION_LINES = 'simulation[lines]';
/** The time of the reconstruction that the simulation was made on, as an answer told it. */
export const SIMULATED_MODEL = 'reconstruction[updated_at]';

export const SIMULATION_TEXT_FIELDS: readonly string[] = [
  simulationFormField('name'),
  simulationFormField('description'),
  SIMULATED_MODEL,
  SIMULATION_LINES,
  ...SIDES.flatMap((side) => IMPLANT_FIELDS.map((field) => implantFormField(side, field))),
];
