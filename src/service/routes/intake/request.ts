import { sizeProblem } from '../../../contract/body-size-rules.ts';
import { patientFormField, reconstructionFormField } from '../../../contract/fields.ts';
import { PATIENT_FIELDS, type PatientInput, SIZE_FIELDS } from '../../../contract/patient.ts';
import { parseMeasure, type ReconstructionRequest, violations } from '../../../contract/photo-rules.ts';
import { DEFAULT_PROVIDER } from '../../../contract/providers.ts';
import {
  isReconstructionType,
  MEASURES,
  type MeasureName,
  type ReconstructionType,
} from '../../../contract/reconstruction.ts';
import type { NewGeneration, ProviderNumber } from '../../domain/generation.ts';
import type { BodySize } from '../../domain/patients.ts';
import { type FieldProblem, fieldRefusal } from '../../domain/refusal.ts';
import type { Queue } from '../../queue/queue.ts';
import { LIMITS } from '../../request-limits.ts';
import type { ReceivedForm, ReceiveOptions } from './receive-form.ts';

export function patientInput(form: ReceivedForm): PatientInput {
  const input: PatientInput = {};
  for (const field of PATIENT_FIELDS) {
    const value = form.fields.get(patientFormField(field));
    if (value !== undefined) input[field] = value;
  }
  return input;
}

/** Height and weight, where the operation takes them; an empty text takes one away. */
export function bodySize(form: ReceivedForm): BodySize {
  const size: BodySize = {};
  for (const field of SIZE_FIELDS) {
    const text = form.fields.get(patientFormField(field));
    if (text !== undefined) size[field] = parseMeasure(text) ?? null;
  }
  return size;
}

export const sizeProblems = (form: ReceivedForm): FieldProblem[] =>
  SIZE_FIELDS.flatMap((size) => {
    const field = patientFormField(size);
    const message = sizeProblem(size, form.fields.get(field) ?? '', LIMITS.sizes[size]);
    return message === undefined ? [] : [{ field, message }];
  });

/** While the photos arrive, the process starts that makes their model. */
export const preparing = (queue: Queue): ReceiveOptions => ({
  onPhotos(fields) {
    const type = fields.get(reconstructionFormField('type'));
    queue.prepare(isReconstructionType(type) ? type : undefined);
  },
});

/** The part of the form that the rules check. */
export function ruleRequest(
  form: ReceivedForm,
  purpose: ReconstructionRequest['purpose'],
  stored: readonly ReconstructionType[] = [],
): ReconstructionRequest {
  const text = (name: 'type' | 'provider' | MeasureName) => form.fields.get(reconstructionFormField(name));
  return {
    purpose,
    type: text('type'),
    provider: text('provider'),
    photos: form.givenViews,
    measures: givenMeasures(text),
    measuresCm: LIMITS.measuresCm,
    stored,
  };
}

/** The measures that have a value. */
function givenMeasures<Value>(read: (name: MeasureName) => Value | undefined): Partial<Record<MeasureName, Value>> {
  const given = MEASURES.flatMap((name) => {
    const value = read(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given) as Partial<Record<MeasureName, Value>>;
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
export function newGeneration(form: ReceivedForm, request: ReconstructionRequest): NewGeneration | undefined {
  const { type, provider = DEFAULT_PROVIDER } = request;
  if (!isReconstructionType(type)) return undefined;
  return { type, provider: Number(provider) as ProviderNumber, ...photosAndMeasures(form, request) };
}

export const photosAndMeasures = ({ photos }: ReceivedForm, { measures }: ReconstructionRequest) => ({
  photos,
  measures: givenMeasures((name) => parseMeasure(measures[name] ?? '')),
});
