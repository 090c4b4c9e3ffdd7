import { clausesOf } from '../../contract/failure-text.ts';
import { type Finding, warning } from '../../contract/finding.ts';
import { typeWord } from '../../contract/reconstruction.ts';
import { FAILED_STATUS } from '../domain/generation.ts';
import type { Looked } from './looked.ts';

const WEEK_MS = 7 * 86_400_000;
/** More are only counted. */
const MOST_NAMED = 10;

/**
 * The models that failed in the last week, for whoever runs the service: whose they are and why, since a log has no
 * patients. Nothing is wrong with the service for that, and one who asks over the network is not told.
 */
export async function failedModels({ store: { db, clock }, asker }: Looked): Promise<Finding[]> {
  if (asker !== undefined) return [];
  const failed = await db
    .selectFrom('reconstructions')
    .innerJoin('patients', 'patients.id', 'reconstructions.patient_id')
    .innerJoin('accounts', 'accounts.id', 'patients.owner_id')
    .select(['reconstructions.type', 'reconstructions.reason', 'reconstructions.patient_id', 'accounts.name'])
    .where('reconstructions.status', '=', FAILED_STATUS)
    .where('reconstructions.updated_at', '>', clock.now() - WEEK_MS)
    .orderBy('reconstructions.updated_at', 'desc')
    .execute();
  if (failed.length === 0) return [];
  const named = failed.slice(0, MOST_NAMED).map(({ type, reason, patient_id, name }) => {
    const why = clausesOf(reason ?? '').join(', ') || 'no reason is kept';
    return `the ${typeWord(type)} model of patient ${patient_id} (account ${name}): ${why}`;
  });
  const more = failed.length > MOST_NAMED ? `; and ${failed.length - MOST_NAMED} more` : '';
  return [
    warning('models', `failed in the last 7 days: ${named.join('; ')}${more}`, {
      before: 'nothing is wrong with the service; at the desk of the account',
      command: ['patients', 'list', '--status', 'failed'],
      because: 'to see whose photos are to be taken anew',
    }),
  ];
}
