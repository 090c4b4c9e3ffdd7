import type { PatientAnswer } from '../../contract/answers.ts';
import { isReconstructionType, RECONSTRUCTION_TYPES, type ReconstructionType } from '../../contract/reconstruction.ts';
import type { Reply } from '../../core/answer.ts';
import { keepsEarlierModels } from '../../core/own-routes.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Choice } from '../io/prompt.ts';
import { whereNoModel } from '../next-steps.ts';
import { type ModelState, modelStates } from '../output/model-state.ts';
import { TYPE_WORDS } from './flags.ts';
import { missingArgument } from './missing-argument.ts';
import { reconstructionType } from './option-values.ts';

/** `face (face or head)`: the word that is typed as a flag, and what it means. */
export const typeText = (type: ReconstructionType): string => `${type} (${TYPE_WORDS[type]})`;

export const typeChoices = (): Choice<string>[] =>
  RECONSTRUCTION_TYPES.map((type) => ({ value: type, name: typeText(type) }));

/**
 * The typed `--type`; undefined where a person is to be asked for it.
 * @throws ReconError `usage` where it is missing; a `patient` who is missing, too, is told with it
 */
export function typedType(
  typed: string | undefined,
  patient: string | undefined,
  context: Context,
): ReconstructionType | undefined {
  if (typed !== undefined) return reconstructionType(typed);
  if (context.mayAsk()) return undefined;
  if (patient !== undefined) throw missingType();
  const missing = `--type: one of ${RECONSTRUCTION_TYPES.join(', ')}`;
  throw missingArgument('patient', context, { missing, line: ['--type', 'TYPE'] });
}

export const missingType = (types: readonly ReconstructionType[] = RECONSTRUCTION_TYPES) =>
  new ReconError('usage', `--type is missing: one of ${types.join(', ')}`, {
    hint: 'the same command with --type; only a person at a terminal is asked for it',
  });

/**
 * A kind of 3D model that the patient has. The only one is not asked about.
 * @throws ReconError `not_found` where there is none
 */
export async function ownType(reply: Reply<PatientAnswer>, id: string, context: Context): Promise<ReconstructionType> {
  const choices = ownTypes(reply, context);
  const [first] = choices;
  if (first === undefined) {
    throw new ReconError('not_found', `patient ${id} has no 3D model`, whereNoModel(id, reply));
  }
  if (choices.length === 1) return first.value;
  return await (await context.prompt()).choose('Which 3D model?', choices);
}

/** The kinds that a patient has, each with how it is; only those that are in one of these ways. */
export function ownTypes(
  reply: Reply<PatientAnswer>,
  { clock }: Context,
  kinds: readonly ModelState['kind'][] = ['failed', 'going', 'ready', 'accepted'],
): Choice<ReconstructionType>[] {
  const states = modelStates(reply.body?.patient, clock.now(), { isOurs: keepsEarlierModels(reply) });
  return RECONSTRUCTION_TYPES.flatMap((type) => {
    const state = states.find((one) => one.type === type);
    if (state === undefined || !kinds.includes(state.kind)) return [];
    return [{ value: type, name: [typeText(type), state.word, state.earlier].filter(Boolean).join(', ') }];
  });
}

/**
 * Any kind that new photos are for; where the patient has one it is told how each is. One of them is marked, but for
 * an accepted one, which takes no photos, and for one that is being made, unless there is no other.
 */
export async function anyType(reply: Reply<PatientAnswer>, context: Context): Promise<ReconstructionType> {
  const own = ownTypes(reply, context);
  // Beside the state of the others a type alone looks as if its state was not known.
  const none = own.length === 0 ? '' : ', no photos';
  const choices = RECONSTRUCTION_TYPES.map(
    (type) => own.find(({ value }) => value === type) ?? { value: type, name: `${typeText(type)}${none}` },
  );
  const [taking] = ownTypes(reply, context, ['failed', 'ready']);
  const [going] = ownTypes(reply, context, ['going']);
  const without = choices.find((one) => !own.includes(one as Choice<ReconstructionType>));
  const chosen = (taking ?? without ?? going)?.value;
  return await (await context.prompt()).choose('Which 3D model are the photos for?', choices, { chosen });
}

/** As it is told of a draft, in which a wrong word may stand. */
export const typeShown = (type: string | undefined): string =>
  type === undefined ? 'none' : isReconstructionType(type) ? typeText(type) : type;
