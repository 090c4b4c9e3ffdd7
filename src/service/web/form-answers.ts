import { reconstructionFormField } from '../../contract/fields.ts';
import { parseMeasure, type Violation, violations } from '../../contract/photo-rules.ts';
import {
  MEASURES,
  type MeasureName,
  type ReconstructionType,
  VIEWS,
  type View,
} from '../../contract/reconstruction.ts';
import { LIMITS } from '../request-limits.ts';
import type { PageProblem } from './invitation-page.ts';
import { MEASURE_GUIDES, viewGuide } from './photo-guide.ts';

/** The received form: texts, photos, and problems found while receiving, as predicates. */
export interface SentForm {
  fields: ReadonlyMap<string, string>;
  /** The views that a file was sent for, good or not. */
  givenViews: readonly View[];
  problems: readonly { field: string; message: string }[];
}

export interface Answers {
  /** The measures as typed, to show them again. */
  typed: Partial<Record<MeasureName, string>>;
  /** cm */
  measures: Partial<Record<MeasureName, number>>;
  problems: PageProblem[];
}

/** Checks a sent form by the rules of the type; gives at most one problem per field, in plain words. */
export function readAnswers(request: { type: ReconstructionType; provider: string }, sent: SentForm): Answers {
  const typed = typedMeasures(sent.fields);
  const measures = inPlainDecimals(typed);
  const problems = new Map<string, PageProblem>();
  for (const { field, message } of sent.problems) {
    const view = viewOf(field);
    const name = view ?? 'form';
    const subject = view === undefined ? `The field ${field.slice(0, 60)}` : 'This photo';
    if (!problems.has(name)) problems.set(name, { name, message: `${subject} ${withTitles(request.type, message)}.` });
  }
  const rules = {
    purpose: 'create',
    ...request,
    photos: sent.givenViews,
    measures,
    measuresCm: LIMITS.measuresCm,
  } as const;
  for (const violation of violations(rules)) {
    const name = pageName(violation.name);
    if (!problems.has(name)) problems.set(name, { name, message: inWords(violation, typed) });
  }
  return { typed, measures: numbersOf(measures), problems: [...problems.values()] };
}

function typedMeasures(fields: ReadonlyMap<string, string>): Answers['typed'] {
  const given = MEASURES.map((name) => [name, fields.get(reconstructionFormField(name))?.trim()] as const);
  return Object.fromEntries(given.filter(([, text]) => text !== undefined && text !== ''));
}

/** Many people write 21,5, and many add the unit. */
function inPlainDecimals(typed: Answers['typed']): Answers['typed'] {
  const plain = (text: string) => text.replace(/\s*cm$/i, '').replace(/^(\d+),(\d+)$/, '$1.$2');
  return Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, plain(text)]));
}

const numbersOf = (texts: Answers['typed']): Answers['measures'] =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, parseMeasure(text)]));

/** "is the same picture as reconstruction[front]" → "is the same picture as Front". */
const withTitles = (type: ReconstructionType, message: string) =>
  message.replace(/reconstruction\[(\w+)\]/g, (field) => {
    const view = viewOf(field);
    return view === undefined ? field : viewGuide(type, view).title;
  });

const viewOf = (field: string) => VIEWS.find((view) => reconstructionFormField(view) === field);

/** Type and provider come from the invitation, not from the patient, so a problem with them belongs to no field. */
const pageName = (name: Violation['name']): PageProblem['name'] =>
  name === 'type' || name === 'provider' ? 'form' : name;

function inWords({ name, code, message }: Violation, typed: Answers['typed']): string {
  const text = typed[name as MeasureName];
  if (text !== undefined)
    return `“${text.slice(0, 40)}” cannot be a length in centimetres. Please write it like ${MEASURE_GUIDES[name as MeasureName].example}.`;
  if (code !== 'missing') return `This form ${message}.`;
  return viewOf(reconstructionFormField(name)) === undefined
    ? 'Please fill in this measure.'
    : 'Please choose this photo.';
}
