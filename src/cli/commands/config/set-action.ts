import type { Context } from '../../context.ts';

export async function setConfig(
  key: string,
  value: string,
  { configuration, globals, streams }: Context,
): Promise<void> {
  const { check, set } = await configuration();
  if (globals().dryRun) {
    check(key, value);
    return streams.say(`Would set ${key} to ${value}`);
  }
  const place = await set(key, value);
  streams.say(key === 'profile' ? `Set ${place} to ${value}` : `Set ${key} to ${value} in ${place}`);
}
