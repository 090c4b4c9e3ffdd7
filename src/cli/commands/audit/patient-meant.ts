import { readId } from '../../../core/ids.ts';
import { candidatesFor, onlyOne, readWhom } from '../../../core/whom.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { nameOf } from '../../output/patient-line.ts';
import { several } from '../../request/whom-errors.ts';
import type { AuditReader } from './with-audit.ts';

/**
 * The id of the patient that was typed, in the data that the audit is of: by the name, address or number that somebody
 * has now. The audit itself has none, so of who was deleted only the id finds anything.
 * @throws ReconError `not_found`, or `usage` where several may be meant
 */
export async function patientMeant(
  typed: string,
  audit: Pick<AuditReader, 'patients'>,
  { streams }: Context,
): Promise<number> {
  const whom = readWhom(typed);
  if (whom.by === 'id') return Number(readId(whom.id));
  if (whom.by === 'last') {
    throw new ReconError('usage', '"last" is the last patient of a login, and the audit is of all accounts', {
      hint: '--patient with the id, or with the whole name',
    });
  }
  const found = candidatesFor(await audit.patients(), whom);
  const meant = onlyOne(found, whom);
  if (meant !== undefined) {
    streams.note(`lines about patient ${meant.id}${streams.stderrIsTty() ? `, ${nameOf(meant.patient)}` : ''}`);
    return Number(meant.id);
  }
  if (found.length > 0) throw several(found, whom).with({ hint: '--patient with the id of the one that is meant' });
  throw new ReconError('not_found', `nobody in this service has ${JSON.stringify(typed.slice(0, 60))} now`, {
    details: ['the audit has no names: who was deleted is found by the id alone'],
    hint: '--patient with the id, as an export of before or a letter may have it',
  });
}
