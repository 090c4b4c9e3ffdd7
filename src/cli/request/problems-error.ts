import { requirements, type Violation } from '../../contract/photo-rules.ts';
import { findProvider } from '../../contract/providers.ts';
import {
  isReconstructionType,
  MEASURES,
  RECONSTRUCTION_TYPES,
  VIEWS,
  type View,
} from '../../contract/reconstruction.ts';
import type { RequestCheck } from '../../core/check-request.ts';
import type { Draft } from '../../core/draft.ts';
import { type Advice, ReconError } from '../../errors.ts';
import { flagOf } from './flags.ts';
import { isOfFolder } from './read-draft.ts';

interface Typed {
  /** `patients create`, and what was typed beside the draft. */
  typed: readonly string[];
  /** Whether a person reads it; a log of a script has no patient. */
  isForPerson: boolean;
}

/** One error that names everything, with the command that would be complete. */
export function problemsError(draft: Draft, checked: RequestCheck, typed: Typed): ReconError {
  const { problems, code, missing } = checked;
  const [message = 'nothing can be sent', ...rest] = problems;
  const hint = hintFor(draft, checked, typed);
  return new ReconError(code, message, {
    details: [...rest, ...whatIsNeeded(draft, missing)],
    ...(hint !== undefined && { hint }),
  });
}

function whatIsNeeded({ type, provider, photoFolder }: Draft, missing: readonly Violation[]): string[] {
  if (missing.length === 0) return [];
  const found = photoFolder === undefined ? [] : [foundIn(photoFolder)];
  if (!isReconstructionType(type)) return found;
  const row = provider === undefined ? undefined : findProvider(type, provider);
  const by = row === undefined ? '' : ` with provider ${row.number} (${row.name})`;
  return [`${type}${by} needs: ${names(requirements(type, provider))}`, ...found];
}

/** A folder straight from a camera holds photos, and none under a name that tells its view. */
function foundIn({ path, found }: NonNullable<Draft['photoFolder']>): string {
  if (found.length > 0) return `found in ${path}: ${names(found)}`;
  return `in ${path} no photo is named after its view, such as left.jpg or front.jpg`;
}

const names = (list: readonly string[]) =>
  list.length === 0 ? 'nothing' : list.map((name) => name.replaceAll('_', '-')).join(', ');

/** The typed line again: placeholders stand for what is private, wrong, or missing. */
function hintFor(draft: Draft, { missing, problems }: RequestCheck, { typed, isForPerson }: Typed): Advice | undefined {
  const { type, provider, photoFolder, purpose } = draft;
  const isTypeWrong = type !== undefined && !isReconstructionType(type);
  if (missing.length === 0 && !isTypeWrong) return undefined;
  const fitsType = isReconstructionType(type) && provider !== undefined && findProvider(type, provider) !== undefined;
  const given = [
    ...['--type', isReconstructionType(type) ? type : 'TYPE'],
    ...(fitsType && purpose !== 'update' ? ['--provider', providerName(type, provider)] : []),
    ...(photoFolder === undefined ? [] : ['--photos', photoFolder.path]),
  ];
  const toAdd = missing.map(({ name }) => name).filter((name) => name !== 'type');
  const isWrong = (name: string) => problems.some((one) => one.startsWith(`${flagOf(name)} `));
  const whole = (values: object) =>
    Object.entries(values).flatMap(([name, value]) => (isWrong(name) ? place(name) : [flagOf(name), value]));
  const patient = { ...draft.patient, ...draft.size };
  const ofPatient = isForPerson ? whole(patient) : Object.keys(patient).flatMap(place);
  return {
    command: [...typed, ...ofPatient, ...given, ...whole(givenParts(draft)), ...toAdd.flatMap(place)],
    ...(!isReconstructionType(type) && { because: `where TYPE is one of ${RECONSTRUCTION_TYPES.join(', ')}` }),
  };
}

/** The line that needs no question any more. */
export function wholeLine(draft: Draft, typed: readonly string[]): string[] {
  const { type, provider, photoFolder, photos, measures } = draft;
  const areFound = Object.entries(photos).every(([view, path]) => isOfFolder(draft, view as View, path));
  const values = { ...draft.patient, ...draft.size, ...(areFound ? {} : photos), ...measures };
  return [
    ...typed,
    ...Object.entries(values).flatMap(([name, value]) => [flagOf(name), value]),
    ...(type === undefined ? [] : ['--type', type]),
    ...(provider === undefined ? [] : ['--provider', providerName(type, provider)]),
    ...(areFound && photoFolder !== undefined ? ['--photos', photoFolder.path] : []),
  ];
}

const providerName = (type: string | undefined, provider: string): string =>
  (isReconstructionType(type) ? findProvider(type, provider)?.name : undefined) ?? provider;

/** Photos and measures typed one by one, without what `--photos` finds again. */
function givenParts(draft: Draft): Readonly<Record<string, string>> {
  const { photos, measures } = draft;
  const single = Object.entries(photos).filter(([view, path]) => !isOfFolder(draft, view as View, path));
  return { ...Object.fromEntries(single), ...measures };
}

/** `--left FILE`, `--hipline CM`, `--name NAME`: a flag, and where its value goes. */
function place(name: string): string[] {
  if (MEASURES.some((measure) => measure === name)) return [flagOf(name), 'CM'];
  if (VIEWS.some((view) => view === name)) return [flagOf(name), 'FILE'];
  return [flagOf(name), name.toUpperCase()];
}
