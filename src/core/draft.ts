import { sizeProblem } from '../contract/body-size-rules.ts';
import { measureWarning } from '../contract/measure-hints.ts';
import {
  PATIENT_FIELDS,
  type PatientField,
  type PatientInput,
  SIZE_FIELDS,
  type SizeInput,
} from '../contract/patient.ts';
import { parseMeasure, quote, requirements, type Violation, violations } from '../contract/photo-rules.ts';
import { PROVIDERS, providersOf } from '../contract/providers.ts';
import {
  isReconstructionType,
  MEASURES,
  type MeasureName,
  RECONSTRUCTION_TYPES,
  type ReconstructionType,
  VIEWS,
  type View,
} from '../contract/reconstruction.ts';
import { pointForComma } from '../contract/typed-measure.ts';
import type { RgbImage } from '../photo/decode.ts';
import { type Origin, readPatientField } from './check-patient-field.ts';
import type { ReconstructionInput } from './form.ts';
import type { ModelProviders } from './model-facts.ts';
import { digitsIn, LOCAL_NUMBER_DIGITS, phoneDigits, phoneProblem } from './phone.ts';
import { foreignPhone, withLostPlus } from './phone-of-country.ts';
import type { PreparedPhoto } from './photos.ts';

/** Photos as the engine looks at them, by the SHA-256 of the bytes that would be sent. */
export type OpenedPhotos = Map<string, RgbImage>;

/** A person's request, made from flags, a data file, a folder or a row of a batch; not yet checked. */
export interface Draft {
  purpose: 'create' | 'update' | 'after';
  patient: PatientInput;
  /** Height and weight: of an update, and of a row of an import, which records them once its patient is there. */
  size: SizeInput;
  type?: string;
  /** A provider's number as text; as typed where it is none of the type. */
  provider?: string;
  /** Of the models that are there, where the service tells: an after-record made in another way differs of itself. */
  providersBefore?: ModelProviders | undefined;
  /** Paths by view. */
  photos: Partial<Record<View, string>>;
  /**
   * The folder that was searched, the photos found there by their names, and the paths of other pictures there; these
   * are left out where something is wrong with the folder. `several`: of a view that more than one is named after, which
   * a person is asked about. `noPictures`: named after a view, and no pictures. `areRead`: those that cannot be read
   * were told. `areLookedAt`: a person was asked what those show. `opened`: those that were looked at for that.
   */
  photoFolder?: {
    path: string;
    found: View[];
    several?: Readonly<Partial<Record<View, readonly string[]>>>;
    unnamed?: readonly string[];
    noPictures?: readonly string[];
    areRead?: true;
    /** Something was told that cannot be used. */
    hasUnusable?: boolean;
    areLookedAt?: true;
    opened?: OpenedPhotos;
    /** The pictures that were told as taken for no view. */
    unusedTold?: string;
  };
  measures: Partial<Record<MeasureName, string>>;
  keepMetadata: boolean;
  /** Send a provider although it is not for the type. */
  force: boolean;
  /** Whole sentences: what was wrong while putting it together. */
  problems: string[];
  /** Whole sentences: what was odd about it, and is sent all the same. */
  warnings: string[];
  /** Warnings that a person has seen already, each whole or as it begins. */
  told?: readonly string[];
}

export interface DraftOptions {
  keepMetadata?: boolean;
  force?: boolean;
  /** How a value is called in a sentence: `--left-45` on the command line, `left_45` in a file. */
  nameOf?(name: string): string;
  /** Where a value comes from; a data file, if left out. */
  originOf?(name: string): Origin;
}

/** Every name that a data file, a row or a patient.json may give a value to, with `_`. */
export const VALUE_NAMES: readonly string[] = [...PATIENT_FIELDS, 'type', 'provider', ...VIEWS, 'photos', ...MEASURES];

/** The same for an update. */
export const UPDATE_NAMES: readonly string[] = [...VALUE_NAMES, ...SIZE_FIELDS];

/**
 * Values by name → a draft, its patient fields checked. An empty text counts as not given, but in an update it empties
 * a field.
 */
export function draftOf(
  purpose: Draft['purpose'],
  values: ReadonlyMap<string, string>,
  options: DraftOptions = {},
): Draft {
  const given = (name: string) => {
    const value = values.get(name);
    return value === '' ? undefined : value;
  };
  const pick = <Name extends string>(names: readonly Name[], get: (name: Name) => string | undefined) =>
    Object.fromEntries(names.flatMap((name) => (get(name) === undefined ? [] : [[name, get(name)]]))) as Partial<
      Record<Name, string>
    >;
  const draft: Draft = {
    purpose,
    patient: {},
    size: {},
    photos: pick(VIEWS, given),
    measures: {},
    keepMetadata: options.keepMetadata === true,
    force: options.force === true,
    problems: [],
    warnings: [],
  };
  const patient = pick(PATIENT_FIELDS, purpose === 'update' ? (name) => values.get(name) : given);
  for (const [field, text] of entriesOf(patient)) settleField(draft, field, text, options);
  for (const name of MEASURES) {
    const text = given(name);
    if (text !== undefined) draft.measures[name] = withPoint(draft, name, text, options);
  }
  settleSize(draft, purpose === 'update' ? (name) => values.get(name) : given, options);
  const type = given('type');
  if (type !== undefined) draft.type = type;
  const provider = given('provider');
  if (provider !== undefined) settleProvider(draft, provider);
  return draft;
}

const entriesOf = (patient: PatientInput) => Object.entries(patient) as [PatientField, string][];

/** A wrong value is kept as given, so that the person is not asked for it again. */
function settleField(draft: Draft, field: PatientField, text: string, { nameOf, originOf }: DraftOptions): void {
  const name = nameOf?.(field) ?? field;
  const read = readPatientField(field, text, originOf?.(field) ?? 'file');
  draft.patient[field] = 'problem' in read ? text : read.value;
  if ('problem' in read) draft.problems.push(`${name} ${emptying(name, text) ?? read.problem}`);
  else if (read.warning !== undefined) draft.warnings.push(`${name} ${read.warning}`);
}

/** What people type to take a value away. */
const NOTHING = ['none', 'no', 'null', 'nil', '-', '--', 'n/a', 'na', 'empty', 'delete', 'remove'];

const emptying = (name: string, text: string): string | undefined => {
  const empty = name.startsWith('--') ? `${name} ""` : 'leave it empty';
  return NOTHING.includes(text.trim().toLowerCase()) ? `is ${quote(text)}; to have none, ${empty}` : undefined;
};

/** A decimal comma is understood, and told. */
function withPoint(draft: Draft, name: string, text: string, { nameOf }: DraftOptions): string {
  const number = pointForComma(text);
  if (number === undefined) return text;
  draft.warnings.push(`${nameOf?.(name) ?? name} ${text.trim()} is taken as ${number}`);
  return number;
}

/** Numbers are written as the service shows them. */
function settleSize(draft: Draft, value: (name: string) => string | undefined, options: DraftOptions): void {
  const { nameOf } = options;
  for (const field of SIZE_FIELDS) {
    const given = value(field);
    if (given === undefined) continue;
    const text = withPoint(draft, field, given, options);
    const problem = sizeProblem(field, text);
    const name = nameOf?.(field) ?? field;
    if (problem !== undefined) draft.problems.push(`${name} ${emptying(name, given) ?? problem}`);
    draft.size[field] = String(parseMeasure(text) ?? text);
  }
}

/** A number stays; a name stands for its number, and for its type where none is given. */
function settleProvider(draft: Draft, typed: string): void {
  draft.provider = typed;
  const row = PROVIDERS.find(({ name }) => name === typed);
  if (row === undefined) return;
  draft.type ??= row.type;
  if (draft.type === row.type || draft.force || !isReconstructionType(draft.type)) draft.provider = String(row.number);
}

export function asksForReconstruction(draft: Draft): boolean {
  return (
    draft.purpose === 'after' ||
    draft.type !== undefined ||
    draft.provider !== undefined ||
    draft.photoFolder !== undefined ||
    Object.keys(draft.photos).length > 0 ||
    Object.keys(draft.measures).length > 0
  );
}

/** Nothing is given, neither of the patient nor of a reconstruction. */
export const isEmpty = (draft: Draft): boolean =>
  [draft.patient, draft.size].every((fields) => Object.keys(fields).length === 0) && !asksForReconstruction(draft);

/** The rules of types, providers, photos and measures that a draft breaks. */
export function brokenRules(draft: Draft): Violation[] {
  const { purpose, type, provider, measures, force } = draft;
  if (!asksForReconstruction(draft)) return [];
  const found = violations({ purpose, type, provider, photos: viewsOf(draft), measures }).map((one) =>
    one.name === 'provider' && one.code !== 'not_accepted' ? { ...one, message: noProvider(provider, type) } : one,
  );
  return force ? found.filter(({ code }) => code !== 'not_for_type') : found;
}

/** The interface takes a number; a person may type a name. Of one type it is told what each makes, and of how many photos. */
function noProvider(typed = '', type?: string): string {
  const namesOf = (one: ReconstructionType) => providersOf(one).map(({ name, number }) => `${name} (${number})`);
  if (isReconstructionType(type)) {
    const each = providersOf(type).map(({ name, number, title }) => {
      const needed = requirements(type, String(number));
      const count = VIEWS.filter((view) => needed.includes(view)).length;
      return `${name} or ${number}: ${title}, of ${count} photos`;
    });
    return `${quote(typed)} is no provider of ${type}; there are ${each.join('; ')}`;
  }
  const all = RECONSTRUCTION_TYPES.map((one) => `${one} has ${namesOf(one).join(', ')}`);
  return `${quote(typed)} is no provider: ${all.join('; ')}`;
}

/** Photos and measures that the rules miss, in the interface's order. */
export const missingOf = (draft: Draft): (View | MeasureName)[] => missingIn(brokenRules(draft));

/** The same of broken rules that are known. */
export function missingIn(violations: readonly Violation[]): (View | MeasureName)[] {
  const missing: readonly string[] = violations.filter(({ code }) => code === 'missing').map(({ name }) => name);
  return [...VIEWS, ...MEASURES].filter((name) => missing.includes(name));
}

/** The warning of a create without a name. */
export const NAMELESS = 'the patient has no name';

/** Whole sentences about what is sent all the same, and not told yet; those about photos are not among them. */
export function warningsOf({ purpose, patient, size, measures, warnings, told = [] }: Draft): string[] {
  const all = [
    ...warnings,
    ...doubtOfPhone(patient, purpose),
    ...(purpose === 'create' && patient.name === undefined ? [NAMELESS] : []),
    ...MEASURES.flatMap((name) => measureWarning(name, measures[name] ?? '') ?? []),
    ...SIZE_FIELDS.flatMap((name) => measureWarning(name, size[name] ?? '') ?? []),
  ];
  return all.filter((warning) => !told.includes(warning));
}

/**
 * A number within a house is as short as one that was cut off; one within a town is as short, and without a country
 * nobody can tell where it is. A longer one may be of no country that is given.
 */
function doubtOfPhone({ phone, country }: Draft['patient'], purpose: Draft['purpose']): string[] {
  if (phone === undefined || phoneProblem(phone) !== undefined) return [];
  const digits = digitsIn(phone);
  if (digits < LOCAL_NUMBER_DIGITS)
    return [`phone ${JSON.stringify(phone)} has only ${digits} digits; it is sent as it is`];
  // The record of an update may have a country.
  const isPlaced = purpose === 'update' || (country ?? '') !== '' || phoneDigits(phone).namesCountry;
  if (digits === LOCAL_NUMBER_DIGITS && !isPlaced)
    return [`phone ${JSON.stringify(phone)} has only ${digits} digits and no country; it is sent as it is`];
  const lost = lostPlusOf(phone, country);
  if (lost !== undefined) return [lost.warning];
  const foreign = foreignPhone(phone, country);
  return foreign === undefined ? [] : [foreign];
}

/** A number with the + that it has lost, and the warning of it; undefined for one that has lost none. */
export function lostPlusOf(phone: string, country?: string): { whole: string; warning: string } | undefined {
  const whole = withLostPlus(phone, country);
  if (whole === undefined) return undefined;
  return { whole, warning: `phone ${JSON.stringify(phone)} looks like ${whole} without its +; it is sent as it is` };
}

/** Views with a photo, also with a bad one: that is told as bad, not as missing. */
export const viewsOf = ({ photos }: Pick<Draft, 'photos'>): View[] =>
  VIEWS.filter((view) => photos[view] !== undefined);

/** `left, front and right`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** The reconstruction part of the form, once everything is checked; undefined if none is asked for. */
export function reconstructionOf(draft: Draft, photos: PreparedPhoto[]): ReconstructionInput | undefined {
  if (!asksForReconstruction(draft)) return undefined;
  const { type, provider, measures } = draft;
  return {
    ...(isReconstructionType(type) && { type }),
    ...(provider !== undefined && { provider }),
    photos,
    measures,
  };
}
