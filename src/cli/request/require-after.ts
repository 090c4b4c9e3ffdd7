import type { PatientAnswer } from '../../contract/answers.ts';
import { type ReconstructionType, typeWord } from '../../contract/reconstruction.ts';
import type { Reply } from '../../core/answer.ts';
import { ReconError } from '../../errors.ts';

interface Wanted {
  id: string;
  type: ReconstructionType;
  /** The number of the after-record, 1 for the first. */
  after: number;
}

/**
 * Refuses the number of an after-record that is not there, before anything is fetched.
 * @throws ReconError `not_found`
 */
export function requireAfter(
  { afters = [] }: Reply<PatientAnswer>,
  command: string,
  { id, type, after }: Wanted,
): void {
  const own = afters.filter((one) => one.type === type).map(({ number }) => number);
  if (own.includes(after)) return;
  const last = own.at(-1);
  const what = `patient ${id} has no ${typeWord(type)} after-record`;
  throw last === undefined
    ? new ReconError('not_found', what, {
        hint: { command: ['after', 'create', id, '--type', type], because: 'with the photos of afterwards' },
      })
    : new ReconError('not_found', `${what} ${after}; the last one is ${last}`, {
        hint: { command: [command, id, '--type', type, '--after', String(last)] },
      });
}
