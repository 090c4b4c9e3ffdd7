import { patientFormField, reconstructionFormField } from '../../../contract/fields.ts';
import { PATIENT_FIELDS, type PatientInput } from '../../../contract/patient.ts';
import { parseMeasure, type ReconstructionRequest, violations } from '../../../contract/photo-rules.ts';
import { DEFAULT_PROVIDER } from '../../../contract/providers.ts';
import {
  isReconstructionType,
  MEASURES,
  type MeasureName,
  type ReconstructionType,
} from '../../../contract/reconstruction.ts';
import type { StagedPhoto } from '../../domain/files.ts';
import type { NewReconstruction, ProviderNumber } from '../../domain/reconstructions.ts';
import { type FieldProblem, fieldRefusal } from '../../domain/refusal.ts';
import { LIMITS } from '../../limits.ts';
import type { ReceivedForm } from './receive-form.ts';

export function patientInput(form: ReceivedForm): PatientInput {
  const input: PatientInput = {};
  for (const field of PATIENT_FIELDS) {
    const value = form.fields.get(patientFormField(field));
    if (value !== undefined) input[field] = value;
  }
  return input;
}

/** The part of the form that the rules check. */
export function ruleRequest(
  form: ReceivedForm,
  purpose: ReconstructionRequest['purpose'],
  stored?: readonly ReconstructionType[],
): ReconstructionRequest {
  const text = (name: 'type' | 'provider' | MeasureName) => form.fields.get(reconstructionFormField(name));
  const measures: Partial<Record<MeasureName, string>> = {};
  for (const name of MEASURES) {
    const value = text(name);
    if (value !== undefined) measures[name] = value;
  }
  return {
    purpose,
    type: text('type'),
    provider: text('provider'),
    photos: form.givenViews,
    measures,
    measuresCm: LIMITS.measuresCm,
    ...(stored === undefined ? {} : { stored }),
  };
}

/** Throws a 422 that lists everything wrong with the form. */
export function requireAllowed(
  form: ReceivedForm,
  request: ReconstructionRequest,
  others: readonly FieldProblem[] = [],
): void {
  const rules = violations(request).map(({ field, message }) => ({ field, message }));
  const errors = [...form.problems, ...others, ...rules];
  if (errors.length > 0) throw fieldRefusal(errors);
}

/** An allowed request in the domain's form; undefined if the form asks for no reconstruction. */
export function newReconstruction(form: ReceivedForm, request: ReconstructionRequest): NewReconstruction | undefined {
  if (!isReconstructionType(request.type)) return undefined;
  return {
    type: request.type,
    provider: Number(request.provider ?? DEFAULT_PROVIDER) as ProviderNumber,
    ...photosAndMeasures(form, request),
  };
}

export function photosAndMeasures(
  form: ReceivedForm,
  request: ReconstructionRequest,
): { photos: readonly StagedPhoto[]; measures: Partial<Record<MeasureName, number>> } {
  const measures: Partial<Record<MeasureName, number>> = {};
  for (const name of MEASURES) {
    const value = parseMeasure(request.measures[name] ?? '');
    if (value !== undefined) measures[name] = value;
  }
  return { photos: form.photos, measures };
}
