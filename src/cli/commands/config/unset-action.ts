import type { Context } from '../../context.ts';
import { tellVariable } from './tell-variable.ts';

export async function unsetConfig(key: string, context: Context): Promise<void> {
  const { configuration, globals, streams } = context;
  const { check, unset } = await configuration();
  if (globals().dryRun) {
    check(key);
    return streams.say(`Would unset ${key}`);
  }
  const place = await unset(key);
  streams.say(key === 'profile' ? `Unset ${place}` : `Unset ${key} in ${place}`);
  await tellVariable(key, context);
}
