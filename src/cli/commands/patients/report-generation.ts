import type { PatientAnswer } from '../../../contract/answers.ts';
import { generationStateOf, type ReconstructionType, shortTypeOf, typeWord } from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { hasCode } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { followGeneration } from '../../follow-generation.ts';
import { type Sent, sayNextStep, sayWhatIsLeft } from '../../next-steps.ts';
import { showPatients } from '../../output/show-patient.ts';

export interface Generation {
  id: string;
  /** The answer of the create or update. */
  reply: Reply<PatientAnswer>;
  /** The kind of model that is being made; undefined where no reconstruction was sent. */
  type: ReconstructionType | undefined;
  usualSeconds?: number | undefined;
  sent: Sent;
  waits: boolean;
  /** The patient is new: a model in the answer is this one, and not an earlier one that is still to be replaced. */
  isNew: boolean;
}

/** The id at once, then the wait; as JSON one object at the end, the last answer seen. */
export async function reportGeneration(generation: Generation, context: Context): Promise<void> {
  const { id, reply, type, usualSeconds, sent, waits, isNew } = generation;
  const format = await context.outputFormat();
  const isIdAlone = format === 'table' || format === 'id';
  if (isIdAlone && !(await context.isAnswerSaid())) await context.streams.answer(id);
  let last = reply;
  const onAnswer = (_id: string, seen: Reply<PatientAnswer>) => {
    last = seen;
  };
  try {
    if (type === undefined) return await sayWhatIsLeft({ id, reply: last, isNew }, context);
    if (!waits) {
      return context.streams.say({ before: 'the 3D model is being made; to wait for it', command: ['wait', id] });
    }
    if (isNew && isReady(reply, type)) context.streams.say(`${typeWord(type)} is ready`);
    else
      await followGeneration({ ids: [id], types: [type], wereJustAsked: true, usualSeconds, sent, onAnswer }, context);
    await sayNextStep({ id, reply: last, type }, context);
  } catch (error) {
    if (!isNew || !hasCode(error, 'interrupted') || !context.streams.stderrIsTty()) throw error;
    // Ctrl-C is pressed by who sees the mistake as well, and the patient stays.
    const before = `patient ${id} stays; if that was a mistake, this deletes the patient again`;
    throw error.with({ details: [...error.details, { before, command: ['patients', 'delete', id] }] });
  } finally {
    // A wait that is interrupted still prints the answer of the change itself.
    if (!isIdAlone) await showPatients([context.signal.aborted ? reply : last], format, context);
  }
}

/** A service that answers when the model is there needs no waiting. */
function isReady({ body }: Reply<PatientAnswer>, type: ReconstructionType): boolean {
  const made = body?.patient?.reconstructions?.find((one) => shortTypeOf(one?.type) === type);
  return generationStateOf(made?.status) === 'ready';
}
