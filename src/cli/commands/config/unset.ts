import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { keyArgument } from './key-argument.ts';

export function addConfigUnset(parent: Command, context: Context): void {
  parent
    .command('unset')
    .addArgument(keyArgument())
    .description('forget a kept value, so that the default is used again')
    .action((key: string) => unsetConfig(key, context));
}

async function unsetConfig(key: string, { configuration, globals, streams }: Context): Promise<void> {
  const { check, unset } = await configuration();
  if (globals().dryRun) {
    check(key);
    return streams.say(`Would unset ${key}`);
  }
  const place = await unset(key);
  streams.say(key === 'profile' ? `Unset ${place}` : `Unset ${key} in ${place}`);
}
