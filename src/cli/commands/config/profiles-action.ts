import type { Context } from '../../context.ts';
import { printList } from '../print-list.ts';

export async function listProfiles(context: Context): Promise<void> {
  const { profiles } = await context.configuration();
  const records = (await profiles()).map(({ name, baseUrl, isDefault }) => ({
    profile: name,
    'base-url': baseUrl ?? null,
    default: isDefault ? 'default' : null,
  }));
  await printList({ name: 'profiles', columns: ['profile', 'base-url', 'default'], records }, context);
}
