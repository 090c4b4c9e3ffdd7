import type { Context } from '../../context.ts';
import { printList } from '../print-list.ts';
import { type PlaceOptions, withAccounts } from './with-accounts.ts';

export async function listAccounts(options: PlaceOptions, context: Context): Promise<void> {
  await withAccounts(options, context, async (accounts) => {
    const all = await accounts.list();
    const nameOf = (id: number | null) => all.find((one) => one.id === id)?.name ?? null;
    const records = all.map(({ id, name, parentId }) => ({ id, name, under: nameOf(parentId) }));
    await printList({ name: 'accounts', columns: ['id', 'name', 'under'], records }, context);
  });
}
