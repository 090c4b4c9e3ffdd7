import type { PatientAnswer } from '../../../contract/answers.ts';
import { RECONSTRUCTION_TYPES, type ReconstructionType } from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { acceptedOf } from '../../../core/chosen-reconstructions.ts';
import { checkAcceptance, requireRoute } from '../../../core/own-routes.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { showPatients } from '../../output/show-patient.ts';
import { reconstructionType } from '../../request/option-values.ts';
import { patientId } from '../../request/whom.ts';

export async function acceptModel(
  typed: string,
  options: { type?: string; undo?: boolean },
  context: Context,
): Promise<void> {
  const { streams } = context;
  const isAccepted = options.undo !== true;
  const typedType = typedOrAsked(options.type, context);
  const id = await patientId(typed, { change: isAccepted ? 'Accept a 3D model of' : 'Take back for' }, context);
  const type = typedType ?? (await askForType(id, context));
  const model = `the ${type} reconstruction of patient ${id}`;
  if (context.globals().dryRun) {
    checkAcceptance(await (await context.client()).getPatient(id), id, { type, isAccepted });
    const would = isAccepted ? `accept ${model}` : `take back that ${model} is accepted`;
    return streams.say(`dry run: would ${would}; nothing was sent`);
  }
  const reply = await (await context.changes()).setAccepted(id, { type, isAccepted });
  streams.say(isAccepted ? `accepted ${model}; no update replaces it now` : `${model} is not accepted any more`);
  await show(id, reply, context);
}

/** undefined where a person is to be asked. @throws ReconError `usage` */
function typedOrAsked(type: string | undefined, context: Context): ReconstructionType | undefined {
  if (type !== undefined) return reconstructionType(type);
  if (context.mayAsk()) return undefined;
  throw new ReconError('usage', `--type is missing: one of ${RECONSTRUCTION_TYPES.join(', ')}`);
}

/** Of those that the patient has. */
async function askForType(id: string, context: Context): Promise<ReconstructionType> {
  const before = await (await context.client()).getPatient(id);
  requireRoute(before, 'accept');
  const choices = RECONSTRUCTION_TYPES.flatMap((type) => {
    const isAccepted = acceptedOf(before, type);
    return isAccepted === undefined ? [] : [{ value: type, name: `${type}${isAccepted ? ', accepted' : ''}` }];
  });
  if (choices.length === 0) {
    throw new ReconError('not_found', `patient ${id} has no reconstruction`, {
      hint: { command: ['patients', 'get', id] },
    });
  }
  return await (await context.prompt()).choose('Which 3D model?', choices);
}

async function show(id: string, reply: Reply<PatientAnswer>, context: Context): Promise<void> {
  const format = await context.outputFormat();
  if (format === 'table' || format === 'id') return await context.streams.answer(id);
  await showPatients([reply], format, context);
}
