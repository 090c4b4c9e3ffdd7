import type { Context } from '../../context.ts';
import { printList } from '../print-list.ts';
import type { PlaceOptions } from '../service-places.ts';
import { accountRecord, roomText, TIMES } from './records.ts';
import { readingAccounts } from './with-accounts.ts';

const COLUMNS = ['id', 'name', 'under', 'state', 'tokens', 'last_used', 'patients', 'max_patients', 'bytes', 'quota'];
/** Columns that count bytes. */
const SIZES = ['bytes', 'own_bytes', 'quota'];
/** Of a main account with its sub accounts: what it has itself. */
const OWN = { patients: 'own_patients', bytes: 'own_bytes' };
/** Accounts are known by their names. */
const SPARE = ['id', 'last_used', 'tokens', 'max_patients', 'quota', 'patients', 'bytes'];

export async function listAccounts(options: PlaceOptions, context: Context): Promise<void> {
  await readingAccounts(options, context, async (accounts) => {
    const [all, tokens] = await Promise.all([accounts.list(), accounts.listTokens()]);
    const records = all.map((one) => accountRecord(one, all, tokens));
    const listing = { name: 'accounts', columns: COLUMNS, times: TIMES, sizes: SIZES, own: OWN, spare: SPARE, records };
    await printList({ ...listing, further: ['full', 'nearly_full'], shown: { state: roomText } }, context);
  });
}
