import type { Command } from 'commander';
import type { Context } from '../../context.ts';

export function addConfigList(parent: Command, context: Context): void {
  parent
    .command('list')
    .description('show every setting and where its value comes from')
    .action(() => listConfig(context));
}

async function listConfig(context: Context): Promise<void> {
  const { file, list } = await context.configuration();
  const settings = await list();
  const records = settings.map(({ key, setting }) => ({ key, value: setting.text, from: setting.name }));
  const { printList } = await import('../print-list.ts');
  await printList({ name: 'settings', columns: ['key', 'value', 'from'], records }, context);
  context.streams.detail(`Settings are kept in ${file}`);
}
