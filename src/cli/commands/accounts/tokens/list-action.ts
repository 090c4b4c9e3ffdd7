import type { Context } from '../../../context.ts';
import { printList } from '../../print-list.ts';
import type { PlaceOptions } from '../../service-places.ts';
import { accountState, TIMES, tokenRecord } from '../records.ts';
import { accountNamed, readingAccounts } from '../with-accounts.ts';

const COLUMNS = ['id', 'account', 'label', 'scope', 'created', 'expires', 'last_used', 'state'];
const SPARE = ['created', 'last_used'];

export async function listTokens(
  account: string | undefined,
  options: PlaceOptions & { all?: boolean },
  context: Context,
): Promise<void> {
  await readingAccounts(options, context, async (accounts) => {
    const [all, tokens] = await Promise.all([accounts.list(), accounts.listTokens()]);
    if (account !== undefined) accountNamed(all, account);
    const records = tokens
      .filter(({ state }) => options.all === true || state !== 'revoked')
      .map((token) => {
        const own = all.find(({ id }) => id === token.accountId);
        return { account: own?.name ?? null, ...tokenRecord(token, own && accountState(own, all)) };
      })
      .filter((record) => account === undefined || record.account === account);
    await printList({ name: 'tokens', columns: COLUMNS, times: TIMES, spare: SPARE, records }, context);
  });
}
