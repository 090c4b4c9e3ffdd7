import { measureDoubt, usualRange } from '../../contract/measure-hints.ts';
import { parseMeasure, requirements } from '../../contract/photo-rules.ts';
import { providersOf } from '../../contract/providers.ts';
import {
  isReconstructionType,
  MEASURES,
  type MeasureName,
  RECONSTRUCTION_TYPES,
  type ReconstructionType,
  SCALED_BY,
} from '../../contract/reconstruction.ts';
import { pointForComma } from '../../contract/typed-measure.ts';
import { viewName } from '../../contract/view-name.ts';
import { asksForReconstruction, type Draft, listed, missingOf } from '../../core/draft.ts';
import type { Context } from '../context.ts';
import type { Prompt } from '../io/prompt.ts';
import { aboutTimes } from '../output/about-time.ts';
import { askInTurn, type Question } from './ask-in-turn.ts';
import { orNone } from './ask-patient.ts';
import { askForPhotoOnly, dropUnreadable } from './ask-photos.ts';
import { typeChoices } from './ask-type.ts';
import { fittingProvider, furtherViews } from './fitting-provider.ts';
import { capital, MEASURE_WORDS, measureName } from './flags.ts';
import { placeUnnamed } from './place-unnamed.ts';

/**
 * Asks a person for the type, the provider, and every photo and measure that the rules then miss.
 * @returns whether there was anything to ask
 */
export const askForMissing = (draft: Draft, context: Context): Promise<boolean> =>
  askInTurn(draft, missingQuestions(draft, context), context);

/** The questions for the type, the provider, and what the rules then miss. */
export function missingQuestions(draft: Draft, context: Context): () => Question | undefined {
  const nextPart = partQuestions(draft, () => missingOf(draft), context);
  return () => {
    const { type, provider } = draft;
    if (draft.purpose === 'create' && !asksForReconstruction(draft)) return undefined;
    if (type === undefined) {
      return async (earlier) => {
        draft.type = await askForKind(context, earlier?.type ?? (await likelyKind(draft, context)));
      };
    }
    // A wrong type cannot be asked about further; the check names it.
    if (!isReconstructionType(type)) return undefined;
    if (provider !== undefined) return nextPart();
    return async (earlier) => {
      const asked = ofSameKind(draft, earlier)?.provider ?? draft.providersBefore?.[type];
      const likely = asked ?? fittingProvider(draft, type)?.number.toString();
      draft.provider = await askForProvider(draft, type, context, likely);
    };
  };
}

/** The only kind of model that uses all the photos and measures that are given, else what the photos show. */
export async function likelyKind(draft: Draft, context: Context): Promise<ReconstructionType | undefined> {
  const { photos, measures } = draft;
  const given = [...Object.keys(photos), ...Object.keys(measures)];
  const uses = (type: ReconstructionType) =>
    providersOf(type).some(({ number }) => {
      const needed: readonly string[] = requirements(type, String(number));
      return given.every((name) => needed.includes(name) || name === SCALED_BY[type]);
    });
  const [only, ...others] = RECONSTRUCTION_TYPES.filter(uses);
  if (others.length === 0 && only !== undefined) return only;
  return await context.hushed(async () => (await import('../look/shown-kind.ts')).shownKind(draft, context));
}

const ofSameKind = ({ type }: Draft, earlier: Draft | undefined) => (earlier?.type === type ? earlier : undefined);

/** Of what a 3D model is. Where nothing tells which is likely, none is only an Enter away. */
export const askForKind = async (context: Context, chosen: string | undefined) =>
  await (await context.prompt()).choose<string>('What is the 3D model of?', typeChoices(), {
    chosen,
    isUnmarked: chosen === undefined,
  });

/** Asks for photos and measures as long as any are missing. @returns whether any was */
export const askForParts = (
  draft: Draft,
  missing: () => ReturnType<typeof missingOf>,
  context: Context,
): Promise<boolean> => askInTurn(draft, partQuestions(draft, missing, context), context);

/** One part at a time: a folder given for one photo may bring the others too. */
export function partQuestions(draft: Draft, missing: () => ReturnType<typeof missingOf>, context: Context) {
  return (): Question | undefined => {
    const [name] = missing();
    if (name === undefined) return undefined;
    if (draft.photoFolder !== undefined && !draft.photoFolder.areLookedAt) {
      const { path, found, several = {}, unnamed, hasUnusable } = draft.photoFolder;
      return async (earlier) => {
        const isEmpty = found.length === 0 && unnamed?.length === 0 && Object.keys(several).length === 0;
        if (isEmpty) context.streams.note(`${hasUnusable ? 'no photo can be used' : 'there are no photos'} in ${path}`);
        await dropUnreadable(draft, context);
        await placeUnnamed(draft, missing, context, ofSameKind(draft, earlier));
      };
    }
    return async (earlier) => {
      const same = ofSameKind(draft, earlier);
      if (!isMeasure(name)) return askForPhotoOnly(draft, name, context, { earlier: same });
      const { measures } = same ?? draft;
      if (measures[name] !== undefined) draft.measures[name] = measures[name];
      return askForNeeded(draft, name, await context.prompt());
    };
  };
}

/** Of the draft's photos those that are there already are not named as missing. */
export const askForProvider = async (
  { photos: given, providersBefore = {} }: Pick<Draft, 'photos' | 'providersBefore'>,
  type: ReconstructionType,
  context: Context,
  chosen?: string,
): Promise<string> => {
  const about = await aboutTimes(context);
  const prompt = await context.prompt();
  const measuresOf = (number: number) => requirements(type, String(number)).filter(isMeasure);
  const areAlike = new Set(providersOf(type).map(({ number }) => measuresOf(number).join(' '))).size < 2;
  return await prompt.choose(
    'How should it be made?',
    providersOf(type).map((provider) => {
      const { number, title } = provider;
      const short = `${title}, ${about(provider)}`;
      const further = furtherViews(type, provider);
      const missing = further.filter((view) => given[view] === undefined).map(viewName);
      const count = requirements(type, String(number)).filter((name) => !isMeasure(name)).length;
      const all = further.length === 0 ? '' : `; uses all ${count} photos`;
      const photos = missing.length === 1 ? 'photo' : 'photos';
      const more = missing.length === 0 ? all : `; ${missing.length} more ${photos}: ${missing.join(', ')}`;
      const measures = areAlike ? [] : measuresOf(number).map(measureName);
      const needs = measures.length === 0 ? '' : `; needs the ${listed(measures)}`;
      const asBefore = String(number) === providersBefore[type] ? '; as the model before' : '';
      return { value: String(number), name: short + asBefore + needs + more, short };
    }),
    { chosen },
  );
};

export const isMeasure = (name: string): name is MeasureName => MEASURES.some((measure) => measure === name);

/** Where nobody knows it, the record can be made alone: its answers are not lost. */
async function askForNeeded(draft: Draft, name: MeasureName, prompt: Prompt): Promise<void> {
  const mayBeAlone = draft.purpose === 'create' && Object.keys(draft.patient).length > 0;
  if (!mayBeAlone) return askForMeasure(draft, name, prompt, { ifUnknown: '; a model needs it' });
  for (;;) {
    await askForMeasure(draft, name, prompt, { none: '(a 3D model needs it; Enter where it is not known)' });
    if (draft.measures[name] !== undefined) return;
    const isAlone = await prompt.choose(`The 3D model needs the ${measureName(name)}. What now?`, [
      { value: false, name: 'type it' },
      {
        value: true,
        name: `create the record alone; photos and measure can be added later${laterText(draft)}`,
        short: 'the record alone',
      },
    ]);
    if (isAlone) return leaveModelOut(draft);
  }
}

/** An update has no field for how a first model is made. */
function laterText({ type, provider }: Draft): string {
  const [usual, ...others] = isReconstructionType(type) ? providersOf(type) : [];
  const wanted = others.find(({ number }) => String(number) === provider);
  return usual === undefined || wanted === undefined
    ? ''
    : `, and that model is then usually made as ${usual.title}; for ${wanted.title}, create the patient when it is known`;
}

/** Of the draft the person stays. */
function leaveModelOut(draft: Draft): void {
  for (const part of ['type', 'provider', 'photoFolder'] as const) delete draft[part];
  draft.photos = {};
  draft.measures = {};
}

interface MeasureAsked {
  /** Enter alone is none; what the question says of that, if not the usual. */
  isOptional?: boolean;
  none?: string;
  /** Told to who types no number: how to go on without it. */
  ifUnknown?: string;
  /** What is there already needs no check: it is not sent. */
  isKept?(typed: string): boolean;
}

export async function askForMeasure(
  { measures }: Pick<Draft, 'measures'>,
  name: MeasureName,
  prompt: Prompt,
  {
    isOptional = false,
    none = isOptional ? orNone(measures[name]) : undefined,
    ifUnknown = '',
    isKept = () => false,
  }: MeasureAsked = {},
): Promise<void> {
  const aside = none === undefined ? '' : ` ${none}`;
  const answer = await prompt.text(
    `${capital(MEASURE_WORDS[name])}${aside}:`,
    (typed) =>
      (none !== undefined && typed === '') || isKept(typed) ? undefined : measureProblem(name, typed, ifUnknown),
    measures[name],
  );
  const text = centimetres(answer);
  if (text === undefined) delete measures[name];
  else measures[name] = text;
}

/** What no adult has is a slip of the finger, or of the unit; a flag takes it with a warning. */
function measureProblem(name: MeasureName, typed: string, ifUnknown: string): string | undefined {
  const text = centimetres(typed);
  const [least, most] = usualRange(name);
  return text === undefined ? `a number of cm, of adults ${least} to ${most}${ifUnknown}` : measureDoubt(name, text);
}

/** As it is sent, also where the unit was typed; undefined for what is no measure. */
function centimetres(typed: string): string | undefined {
  const bare = typed.replace(/\s*cm$/i, '');
  const text = pointForComma(bare) ?? bare;
  return parseMeasure(text) === undefined ? undefined : text;
}
