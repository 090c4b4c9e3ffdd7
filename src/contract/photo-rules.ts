import { reconstructionFormField, UPDATE_VIEWS } from './fields.ts';
import { DEFAULT_PROVIDER, findProvider, PROVIDERS, providersOf } from './providers.ts';
import {
  isReconstructionType,
  MEASURES,
  type MeasureName,
  oneOf,
  RECONSTRUCTION_TYPES,
  type ReconstructionType,
  type View,
} from './reconstruction.ts';

/** The reconstruction part of a create, an after or an update, with the fields that the rules check. */
export interface ReconstructionRequest {
  purpose: 'create' | 'after' | 'update';
  type?: string | undefined;
  /** A provider's number as text. */
  provider?: string | undefined;
  /** Views for which a photo is given. */
  photos: readonly View[];
  /** Measures as given, in cm. */
  measures: Readonly<Partial<Record<MeasureName, string>>>;
  /** The smallest and largest measure allowed. Other services may have other limits, so a client sets none. */
  measuresCm?: readonly [least: number, most: number];
  /** Update only: the patient's existing types. Parts that are not sent are taken from these reconstructions. */
  stored?: readonly ReconstructionType[];
}

export interface Violation {
  /** The form field, such as `reconstruction[left]`. */
  field: string;
  /** The inner name of the field, such as `left`. */
  name: View | MeasureName | 'type' | 'provider';
  code: 'missing' | 'invalid' | 'not_for_type' | 'not_accepted';
  /** One sentence for a person, without a full stop. */
  message: string;
}

interface Rule {
  needs: View | MeasureName;
  when(type: ReconstructionType, provider: string): boolean;
}

/** Needed for every type. */
export const ALWAYS_NEEDED: readonly View[] = ['left', 'front', 'right'];

/** The further requirements of docs/interface.md §3, one row per field. */
const RULES: readonly Rule[] = [
  { needs: 'back', when: (type) => type === 'body' },
  { needs: 'left_45', when: (type, provider) => type === 'face' && provider === '5' },
  { needs: 'right_45', when: (type, provider) => type === 'face' && provider === '5' },
  { needs: 'below', when: (type, provider) => type === 'face' && provider === '5' },
  {
    needs: 'nipple_to_nipple',
    when: (type, provider) => type === 'mammo' || (type === 'body' && provider === '7'),
  },
  { needs: 'hipline', when: (type, provider) => type === 'body' && provider === '4' },
];

/** The photos and measures that a type and provider need, in the interface's order. Without a provider, 4 counts. */
export function requirements(
  type: ReconstructionType,
  provider: string = String(DEFAULT_PROVIDER),
): (View | MeasureName)[] {
  return [...ALWAYS_NEEDED, ...RULES.filter((rule) => rule.when(type, provider)).map((rule) => rule.needs)];
}

/** A measure is a positive decimal number. */
export function parseMeasure(text: string): number | undefined {
  if (!/^\+?(\d+(\.\d*)?|\.\d+)$/.test(text.trim())) return undefined;
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/** Every broken rule, in the interface's order. Empty means complete. */
export function violations(request: ReconstructionRequest): Violation[] {
  if (!asksForReconstruction(request)) return [];
  const type = request.type ?? soleStoredType(request);
  return [
    ...typeViolations(request, type),
    ...providerViolations(request, type),
    ...missingParts(request, type),
    ...measureViolations(request),
  ];
}

function asksForReconstruction(request: ReconstructionRequest): boolean {
  return (
    request.purpose === 'after' ||
    request.type !== undefined ||
    request.provider !== undefined ||
    request.photos.length > 0 ||
    Object.values(request.measures).some((value) => value !== undefined)
  );
}

/** The type of an update that names none: the patient's only reconstruction, if there is exactly one. */
function soleStoredType({ purpose, stored = [] }: ReconstructionRequest): ReconstructionType | undefined {
  return purpose === 'update' && stored.length === 1 ? stored[0] : undefined;
}

function typeViolations({ purpose, stored = [] }: ReconstructionRequest, type: string | undefined): Violation[] {
  if (isReconstructionType(type)) return [];
  if (type !== undefined)
    return [violation('type', 'invalid', `is ${quote(type)}; it must be ${oneOf(RECONSTRUCTION_TYPES)}`)];
  const why =
    purpose === 'update' && stored.length > 1
      ? `is missing: the patient has ${stored.join(' and ')}, so say which`
      : `is missing: one of ${RECONSTRUCTION_TYPES.join(', ')}`;
  return [violation('type', 'missing', why)];
}

function providerViolations({ purpose, provider }: ReconstructionRequest, type: string | undefined): Violation[] {
  if (provider === undefined) return [];
  if (purpose === 'update') {
    return [
      violation(
        'provider',
        'not_accepted',
        'cannot be given with an update: a reconstruction keeps its own, and a first one gets the default',
      ),
    ];
  }
  if (!PROVIDERS.some((row) => String(row.number) === provider)) {
    return [violation('provider', 'invalid', `is ${quote(provider)}; it must be 4, 5, 6 or 7`)];
  }
  if (!isReconstructionType(type)) return [];
  const fitting = providersOf(type).map((row) => String(row.number));
  if (fitting.includes(provider)) return [];
  return [violation('provider', 'not_for_type', `${provider} is not for ${type}; ${type} takes ${oneOf(fitting)}`)];
}

function missingParts(request: ReconstructionRequest, type: string | undefined): Violation[] {
  const given = new Set<string>(request.photos);
  for (const name of MEASURES) if (request.measures[name] !== undefined) given.add(name);
  return needsOf(request, type)
    .filter((need) => !given.has(need))
    .map((need) => violation(need, 'missing', `is missing${reason(type, request.provider)}`));
}

function needsOf({ purpose, provider, stored = [] }: ReconstructionRequest, type: string | undefined) {
  if (!isReconstructionType(type)) return purpose === 'update' && stored.length > 0 ? [] : ALWAYS_NEEDED;
  if (purpose !== 'update') return requirements(type, provider);
  if (stored.includes(type)) return [];
  // A PUT has no field for the other views, so they cannot be required.
  return requirements(type).filter((need) => isMeasure(need) || UPDATE_VIEWS.includes(need));
}

const EXAMPLES: Record<MeasureName, string> = { nipple_to_nipple: '21.5', eye_distance: '6.2', hipline: '36.5' };

function measureViolations({ measures, measuresCm }: ReconstructionRequest): Violation[] {
  const [least, most] = measuresCm ?? [0, Infinity];
  const range = measuresCm === undefined ? 'above 0' : `from ${least} to ${most}`;
  return MEASURES.flatMap((name) => {
    const text = measures[name];
    if (text === undefined) return [];
    const value = parseMeasure(text);
    if (value !== undefined && value >= least && value <= most) return [];
    return [
      violation(name, 'invalid', `is ${quote(text)}; it must be a number of cm ${range}, such as ${EXAMPLES[name]}`),
    ];
  });
}

function isMeasure(name: View | MeasureName): name is MeasureName {
  return MEASURES.some((measure) => measure === name);
}

function reason(type: string | undefined, provider: string | undefined): string {
  if (!isReconstructionType(type)) return '';
  if (provider === undefined) return ` for a ${type} reconstruction`;
  const name = findProvider(type, provider)?.name;
  return ` for a ${type} reconstruction with provider ${provider}${name === undefined ? '' : ` (${name})`}`;
}

function violation(name: Violation['name'], code: Violation['code'], message: string): Violation {
  return { field: reconstructionFormField(name), name, code, message };
}

/** A value for a message: short, in quotes, with control characters escaped. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
