import type { PatientAnswer } from '../../contract/answers.ts';
import { isOfDoubtfulPerson } from '../../contract/certainty.ts';
import { typeWord } from '../../contract/reconstruction.ts';
import type { Reply } from '../../core/answer.ts';
import { modelStates } from './model-state.ts';

/** Why models may be of somebody else, until a person has accepted them; `only` of one type. `now` is the service's. */
export function doubtsOf(
  { body, modelWarnings = [] }: Pick<Reply<PatientAnswer>, 'body' | 'modelWarnings'>,
  { id, now, only }: { id: string; now: number; only?: string },
): string[] {
  const ready = modelStates(body?.patient, now).filter(({ kind, type }) => kind === 'ready' && type === (only ?? type));
  return ready.flatMap(({ type }) =>
    modelWarnings
      .filter((one) => one.type === type && isOfDoubtfulPerson(one.sentence))
      .map(({ sentence }) => `${typeWord(type)} of patient ${id}: ${sentence}`),
  );
}
