import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { keyArgument } from './key-argument.ts';

export function addConfigSet(parent: Command, context: Context): void {
  parent
    .command('set')
    .addArgument(keyArgument())
    .argument('<value>')
    .description('keep a value in the profile in use; `profile` itself names the default one')
    .action((key: string, value: string) => setConfig(key, value, context));
}

async function setConfig(key: string, value: string, { configuration, globals, streams }: Context): Promise<void> {
  const { check, set } = await configuration();
  if (globals().dryRun) {
    check(key, value);
    return streams.say(`Would set ${key} to ${value}`);
  }
  const place = await set(key, value);
  streams.say(key === 'profile' ? `Set ${place} to ${value}` : `Set ${key} to ${value} in ${place}`);
}
