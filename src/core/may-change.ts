import type { PatientAnswer } from '../contract/answers.ts';
import { ReconError } from '../errors.ts';
import type { Reply } from './answer.ts';
import type { Client } from './client.ts';

type Told = Pick<Reply<unknown>, 'account'>;

/** Whether the token of this answer may make changes; true where the service does not tell its scope. */
export const mayChange = ({ account }: Told): boolean => account?.scope !== 'read';

/**
 * Refuses before a person is asked what the service would refuse afterwards.
 * @throws ReconError `forbidden` where the service has told that the token only reads
 */
export function requireChange(reply: Told): void {
  if (mayChange(reply)) return;
  throw new ReconError('forbidden', 'the access token only reads: this needs the scope "write"; nothing was sent', {
    hint: 'a token that has it; whoever runs the service makes one',
  });
}

/** The patient before a change. @throws ReconError also `forbidden`, as `requireChange` */
export async function patientToChange(client: Pick<Client, 'getPatient'>, id: string): Promise<Reply<PatientAnswer>> {
  const reply = await client.getPatient(id);
  requireChange(reply);
  return reply;
}
