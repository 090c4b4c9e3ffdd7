import type { OpenChange } from '../../../core/changes/left-open.ts';
import type { Ending } from '../../../core/changes/steps.ts';
import type { Context } from '../../context.ts';

/** `the new patient Ana Sample`, `the update of patient 7`. */
export function whatItIs({ deed, patient, name }: OpenChange): string {
  if (deed === 'create') return name === undefined ? 'the new patient' : `the new patient ${name}`;
  const word = { update: 'the update', after: 'the after-record', delete: 'the deletion', transfer: 'the transfer' }[
    deed
  ];
  return `${word} of patient ${patient}`;
}

/** A sentence for a person, and the id of a patient that was made alone on stdout. */
export async function tellFinished(about: OpenChange, { how, patient }: Ending, { streams }: Context): Promise<void> {
  const as = about.deed === 'create' && patient !== undefined ? `, patient ${patient}` : '';
  const words = {
    answered: 'was sent and is made',
    found: 'had been made; its answer was lost',
    already_there: 'was not sent: such a patient is there already',
  }[how];
  streams.say(`${about.entry}: ${whatItIs(about)} ${words}${as}`);
  if (as !== '') await streams.answer(patient ?? '');
}
