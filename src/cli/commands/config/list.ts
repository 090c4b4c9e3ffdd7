import type { Command } from 'commander';
import type { Context } from '../../context.ts';

export function addConfigList(parent: Command, context: Context): void {
  parent
    .command('list')
    .description('show every setting and where its value comes from')
    .action(() => listConfig(context));
}

async function listConfig(context: Context): Promise<void> {
  const settings = await context.configuration.list();
  const rows = settings.map(({ key, setting }) => [key, setting.text, setting.name]);
  const { printRows } = await import('../print-rows.ts');
  await printRows({ columns: ['key', 'value', 'from'], rows }, context);
  context.streams.detail(`Settings are kept in ${context.configuration.file}`);
}
