import { sql } from 'kysely';
import { type Finding, right, wrong } from '../../contract/finding.ts';
import { listAccounts } from '../domain/accounts.ts';
import { SEEN_AGAIN } from '../domain/missing-files.ts';
import type { Db } from '../domain/store.ts';
import type { Looked } from './looked.ts';

/** More are only counted. */
const MOST_NAMED = 5;

/** Records that are marked as lacking a file. Those whose files are back are right again first. */
export async function wholeRecords({ store, isThorough, asker, signal }: Looked): Promise<Finding[]> {
  let lacking = await lackingRecords(store.db);
  if (lacking.length > 0) {
    await store.noteWhole(signal);
    lacking = await lackingRecords(store.db);
  }
  if (lacking.length === 0) {
    const unread = isThorough ? '' : `; the files were not looked at${asker === undefined ? ' (--files does)' : ''}`;
    return [right('records', `none is known to lack a file${unread}`)];
  }
  const count =
    lacking.length === 1
      ? '1 record lacks a file and is shown as failed'
      : `${lacking.length} records lack files and are shown as failed`;
  const isOneAlone = (await listAccounts(store)).length === 1;
  // Patients of other accounts are not told to one who asks over the network.
  const whose = asker === undefined ? `: ${namesOf(lacking, isOneAlone)}` : '';
  const fix = isThorough
    ? `put the files back as is told of each: ${SEEN_AGAIN}`
    : {
        before: 'put the files back as this tells of each',
        command: ['doctor', '--files'],
        because: SEEN_AGAIN,
      };
  return [wrong('records', `${count}${whose}`, fix)];
}

interface Lacking {
  type: string;
  patient: number;
  isAfter: number;
  account: string;
}

const lackingRecords = (db: Db): Promise<Lacking[]> =>
  db
    .selectFrom('reconstructions')
    .innerJoin('patients', 'patients.id', 'reconstructions.patient_id')
    .innerJoin('accounts', 'accounts.id', 'patients.owner_id')
    .select(['type', 'patient_id as patient', sql.lit(0).as('isAfter'), 'accounts.name as account'])
    .where('is_incomplete', '=', 1)
    .unionAll(
      db
        .selectFrom('afters')
        .innerJoin('patients', 'patients.id', 'afters.patient_id')
        .innerJoin('accounts', 'accounts.id', 'patients.owner_id')
        .select(['type', 'patient_id as patient', sql.lit(1).as('isAfter'), 'accounts.name as account'])
        .where('is_incomplete', '=', 1),
    )
    .execute();

/** `face of patient 5, the after-record of patient 7 (body)` */
function namesOf(lacking: readonly Lacking[], isOneAlone: boolean): string {
  const named = lacking
    .toSorted((one, other) => one.patient - other.patient)
    .slice(0, MOST_NAMED)
    .map(({ type, patient, isAfter, account }) => {
      const record = isAfter ? `an after-record of patient ${patient} (${type})` : `${type} of patient ${patient}`;
      return isOneAlone ? record : `${record} of the account ${account}`;
    });
  const rest = lacking.length - named.length;
  return `${named.join(', ')}${rest === 0 ? '' : `, and ${rest} more`}`;
}
