import type { Context } from '../../context.ts';

export async function unsetConfig(key: string, { configuration, globals, streams }: Context): Promise<void> {
  const { check, unset } = await configuration();
  if (globals().dryRun) {
    check(key);
    return streams.say(`Would unset ${key}`);
  }
  const place = await unset(key);
  streams.say(key === 'profile' ? `Unset ${place}` : `Unset ${key} in ${place}`);
}
