import { type Advice, hasCode } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { tellVariable } from './tell-variable.ts';

export async function setConfig(key: string, value: string, context: Context): Promise<void> {
  const { configuration, globals, streams } = context;
  const { toKeep, set, connection, hasKeyring } = await configuration();
  if (globals().dryRun) return streams.say(`Would set ${key} to ${await toKeep(key, value)}`);
  const { place, kept } = await set(key, value);
  streams.say(key === 'profile' ? `Set ${place} to ${kept}` : `Set ${key} to ${kept} in ${place}`);
  await tellVariable(key, context);
  if (key !== 'base-url') return;
  await connection().catch(async (error: unknown) => {
    if (!hasCode(error, 'not_logged_in')) throw error;
    // They tell where the token is, and for which address.
    error.details.filter((line) => typeof line === 'string').forEach(streams.say);
    const storage = (await hasKeyring()) ? [] : ['--insecure-storage'];
    streams.say({ before: NO_LOGIN, command: ['login', ...storage] });
    streams.say(NEW_TOKEN);
  });
}

/** A token is never sent to another address than the one it was given for. */
const NO_LOGIN = 'A login is good for one address alone, and there is none for this one; to log in';

const NEW_TOKEN: Advice = {
  before: 'Where the token is not at hand any more, whoever keeps the service makes another one on its machine',
  command: ['accounts', 'tokens', 'add', 'ACCOUNT', '--label', 'NAME', '--scope', 'write'],
};
