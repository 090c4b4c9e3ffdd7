import { PATIENT_FIELDS, type PatientInput } from '../../contract/patient.ts';
import { PROVIDERS, providersOf } from '../../contract/providers.ts';
import { isReconstructionType, MEASURES, type MeasureName, VIEWS, type View } from '../../contract/reconstruction.ts';
import type { RequestOptions } from './flags.ts';

export type Purpose = 'create' | 'update' | 'after';

/** What a person asks for, put together from flags, a data file and a folder, not yet checked. */
export interface Draft {
  purpose: Purpose;
  patient: PatientInput;
  type?: string;
  /** A provider's number as text, where the name typed is known; else as typed. */
  provider?: string;
  /** Paths by view. */
  photos: Partial<Record<View, string>>;
  /** Where `--photos` looked, and what it found. */
  photoFolder?: { path: string; found: View[] };
  measures: Partial<Record<MeasureName, string>>;
  keepMetadata: boolean;
  /** Send a provider although it is not for the type. */
  force: boolean;
  /** Whole sentences: what was wrong while putting it together. */
  problems: string[];
}

/** Flag values by their name with `_`, as typed. */
export function flagValues(options: RequestOptions): Map<string, string> {
  const names = [...PATIENT_FIELDS, 'type', 'provider', ...VIEWS, 'photos', ...MEASURES];
  return new Map(
    names.flatMap((name) => {
      // Commander's own camel case: left_45 is --left-45 and becomes left45.
      const value = options[name.replace(/_(.)/g, (_, next: string) => next.toUpperCase())];
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
}

/** Values by name → a draft. An empty text counts as not given, but in an update it empties a field. */
export function draftOf(purpose: Purpose, values: ReadonlyMap<string, string>, options: RequestOptions): Draft {
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
    patient: pick(PATIENT_FIELDS, purpose === 'update' ? (name) => values.get(name) : given),
    photos: pick(VIEWS, given),
    measures: pick(MEASURES, given),
    keepMetadata: options['keepMetadata'] === true,
    force: options['force'] === true,
    problems: [],
  };
  const type = given('type');
  if (type !== undefined) draft.type = type;
  const provider = given('provider');
  if (provider !== undefined) settleProvider(draft, provider);
  return draft;
}

/** A number stays; a name stands for its number, and for its type where none is given. */
function settleProvider(draft: Draft, typed: string): void {
  const row = PROVIDERS.find(({ name }) => name === typed);
  draft.provider = row === undefined ? typed : String(row.number);
  if (row === undefined) return;
  draft.type ??= row.type;
  if (draft.type !== row.type && isReconstructionType(draft.type) && !draft.force) {
    const fitting = providersOf(draft.type).map(({ name, number }) => `${name} (${number})`);
    draft.problems.push(`--provider ${typed} is for ${row.type}; ${draft.type} takes ${fitting.join(', ')}`);
  }
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
