import { idText } from '../../core/answer.ts';
import { digitsIn, LOCAL_NUMBER_DIGITS } from '../../core/phone.ts';
import type { Candidate, nearestNames, Whom } from '../../core/whom.ts';
import { ReconError } from '../../errors.ts';
import { nameOf } from '../output/patient-line.ts';

/** Somebody who is looked for, and not named by a number. */
export type Searched = Extract<Whom, { typed: string }>;

const shownTyped = ({ typed }: Searched) => JSON.stringify(typed.slice(0, 60));

const WORDS = { name: 'name', email: 'e-mail address', phone: 'phone number' } as const;

export function nobody(whom: Searched): ReconError {
  const isShort = whom.by === 'phone' && digitsIn(whom.typed) < LOCAL_NUMBER_DIGITS;
  return new ReconError('not_found', `no patient has the ${WORDS[whom.by]} ${shownTyped(whom)}`, {
    details: isShort
      ? [`one who has a longer number is found by at least ${LOCAL_NUMBER_DIGITS} digits of its end`]
      : [],
    hint: isShort
      ? { before: 'for numbers that end so', command: ['patients', 'list', '--phone', whom.typed] }
      : { command: ['patients', 'list', '--all'], because: 'without those who were deleted or transferred' },
  });
}

/** So many of those with a near name are told. */
const MOST_NEAR = 3;

/** The line shows who it is, and changes nobody: a near name is a guess. */
export function nobodyBut(near: ReturnType<typeof nearestNames>, whom: Searched): ReconError {
  const told = near.slice(0, MOST_NEAR).flatMap((patient) => {
    const id = idText(patient?.id);
    return id === undefined ? [] : [{ id, text: `${nameOf(patient)}, patient ${id}` }];
  });
  if (told.length === 0) return nobody(whom);
  const more = near.length > MOST_NEAR ? [`${near.length - MOST_NEAR} more`] : [];
  const are = near.length === 1 ? 'name is that of' : 'names are those of';
  return nobody(whom).with({
    details: [`the nearest ${are} ${[...told.map(({ text }) => text), ...more].join('; ')}`],
    hint: { command: ['patients', 'get', ...told.map(({ id }) => id)], because: 'to see who it is; then the id' },
  });
}

/** No names: who cannot be asked may be a log. */
export function several(candidates: readonly Candidate[], whom: Searched): ReconError {
  const ids = candidates.map(({ id }) => id);
  return new ReconError('usage', `${shownTyped(whom)} may be one of ${ids.length} patients: ${ids.join(', ')}`, {
    hint: { command: ['patients', 'get', ...ids.slice(0, 10)], because: 'to see who is who; then the id' },
  });
}

export function notQuoted({ by, typed }: Searched, { yes = false }: { yes?: boolean }): ReconError {
  const why = yes ? CERTAIN_ALONE : 'nobody can be asked';
  return new ReconError('usage', `these words may be one ${WORDS[by]} or several patients, and ${why}`, {
    hint: `the same command with the ${WORDS[by]} in quotes: ${JSON.stringify(typed)}`,
  });
}

export const CERTAIN_ALONE = '--yes does only what is certain';
export const NOBODY_ASKED = 'nobody can be asked if that one is meant';

export const partText = ({ id }: Candidate, whom: Searched) =>
  `${shownTyped(whom)} is not the whole ${WORDS[whom.by]} of patient ${id}`;

export function partOnly(only: Candidate, whom: Searched, why: string): ReconError {
  return new ReconError('usage', `${partText(only, whom)}, and ${why}`, {
    hint: { command: ['patients', 'get', only.id], because: 'to see who it is; then the id' },
  });
}
