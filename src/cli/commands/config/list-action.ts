import type { Context } from '../../context.ts';
import { printList } from '../print-list.ts';

export async function listConfig(context: Context): Promise<void> {
  const { file, list } = await context.configuration();
  const settings = await list();
  const records = settings.map(({ key, setting }) => ({ key, value: setting.text, from: setting.name }));
  await printList({ name: 'settings', columns: ['key', 'value', 'from'], records }, context);
  context.streams.detail(`Settings are kept in ${file}`);
}
