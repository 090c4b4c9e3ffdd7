import { type Advice, hasCode } from '../../../errors.ts';
import type { Context } from '../../context.ts';

export async function setConfig(
  key: string,
  value: string,
  { configuration, globals, streams }: Context,
): Promise<void> {
  const { toKeep, set, connection } = await configuration();
  if (globals().dryRun) return streams.say(`Would set ${key} to ${await toKeep(key, value)}`);
  const { place, kept } = await set(key, value);
  streams.say(key === 'profile' ? `Set ${place} to ${kept}` : `Set ${key} to ${kept} in ${place}`);
  if (key !== 'base-url') return;
  await connection().catch((error: unknown) => {
    if (!hasCode(error, 'not_logged_in')) throw error;
    streams.say(NO_LOGIN);
  });
}

/** A token is never sent to another address than the one it was given for. */
const NO_LOGIN: Advice = {
  before: 'A login is good for one address alone, and there is none for this one; to log in',
  command: ['login'],
};
