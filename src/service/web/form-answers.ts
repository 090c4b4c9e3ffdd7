import { reconstructionFormField } from '../../contract/fields.ts';
import { cmOfOtherUnit } from '../../contract/measure-hints.ts';
import { parseMeasure, type Violation, violations } from '../../contract/photo-rules.ts';
import {
  MEASURES,
  type MeasureName,
  type ReconstructionType,
  VIEWS,
  type View,
} from '../../contract/reconstruction.ts';
import { measureIn, plainMeasure } from '../../contract/typed-measure.ts';
import { LIMITS } from '../request-limits.ts';
import type { PageProblem } from './invitation-page.ts';
import { filled, type Words } from './words/words.ts';

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
export function readAnswers(
  words: Words,
  request: { type: ReconstructionType; provider: string },
  sent: SentForm,
): Answers {
  const typed = typedMeasures(sent.fields);
  const measures = inPlainDecimals(typed);
  const problems = new Map<string, PageProblem>();
  for (const { field, message } of sent.problems) {
    const view = viewOf(field);
    const name = view ?? 'form';
    const text = view === undefined ? words.form.fieldProblem : words.form.photoProblem;
    const problem = withTitles(words, request.type, message);
    if (!problems.has(name))
      problems.set(name, { name, message: filled(text, { field: field.slice(0, 60), problem }) });
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
    if (!problems.has(name)) problems.set(name, { name, message: inWords(words, violation, typed) });
  }
  for (const name of MEASURES) {
    const right = cmOfOtherUnit(name, measures[name] ?? '');
    if (right === undefined || problems.has(name)) continue;
    problems.set(name, { name, message: notALength(words, typed[name] ?? '', measureIn(words.language, right)) });
  }
  return { typed, measures: numbersOf(measures), problems: [...problems.values()] };
}

function typedMeasures(fields: ReadonlyMap<string, string>): Answers['typed'] {
  const given = MEASURES.map((name) => [name, fields.get(reconstructionFormField(name))?.trim()] as const);
  return Object.fromEntries(given.filter(([, text]) => text !== undefined && text !== ''));
}

const inPlainDecimals = (typed: Answers['typed']): Answers['typed'] =>
  Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, plainMeasure(text)]));

const numbersOf = (texts: Answers['typed']): Answers['measures'] =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, parseMeasure(text)]));

/** "is the same picture as reconstruction[front]" → "is the same picture as Front". */
const withTitles = ({ types }: Words, type: ReconstructionType, message: string) =>
  message.replace(/reconstruction\[(\w+)\]/g, (field) => {
    const view = viewOf(field);
    return view === undefined ? field : (types[type].views[view]?.title ?? view);
  });

const viewOf = (field: string) => VIEWS.find((view) => reconstructionFormField(view) === field);

/** Type and provider come from the invitation, not from the patient, so a problem with them belongs to no field. */
const pageName = (name: Violation['name']): PageProblem['name'] =>
  name === 'type' || name === 'provider' ? 'form' : name;

const notALength = ({ form }: Words, text: string, example: string): string =>
  filled(form.notALength, { text: text.slice(0, 40), example });

function inWords(words: Words, { name, code, message }: Violation, typed: Answers['typed']): string {
  const { form, measures } = words;
  const text = typed[name as MeasureName];
  if (text !== undefined) return notALength(words, text, measures[name as MeasureName].example);
  if (code !== 'missing') return filled(form.formProblem, { problem: message });
  return viewOf(reconstructionFormField(name)) === undefined ? form.noMeasure : form.noPhoto;
}
