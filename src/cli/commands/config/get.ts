import type { Command } from 'commander';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { keyArgument } from './key-argument.ts';

export function addConfigGet(parent: Command, context: Context): void {
  parent
    .command('get')
    .addArgument(keyArgument())
    .description('print the value of one setting, wherever it comes from')
    .action((key: string) => getConfig(key, context));
}

async function getConfig(key: string, { configuration, streams }: Context): Promise<void> {
  const setting = await (await configuration()).get(key);
  if (setting === undefined) throw new ReconError('not_found', `${key} is not set`);
  await streams.answer(setting.text);
}
