import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseBaseUrl } from '../system/base-url.ts';
import { type ConfigFile, dataFolderOf, profileOf, putIntoProfile, type StoredProfile } from './config-file.ts';
import { DEFAULT_PROFILE } from './settings.ts';

export const LOCAL_PROFILE = 'local';

/** Points profile `local` at a service on this machine. */
export async function saveLocalService(
  file: ConfigFile,
  { baseUrl, tokenFile }: { baseUrl: string; tokenFile: string },
) {
  const parsed = parseBaseUrl(baseUrl);
  if ('problem' in parsed) return { isDefault: false };
  let isDefault = false;
  let ownLogin: 'kept' | 'left' | undefined;
  await file.change((config) => {
    const local = profileOf(config, LOCAL_PROFILE);
    if (hasOwnLogin(local)) ownLogin = isAt(local, parsed.origin, dirname(tokenFile)) ? 'kept' : 'left';
    const current = profileOf(config, config.profile ?? DEFAULT_PROFILE);
    // Settings made before the first service are taken into its profile.
    const takesOver = current['base-url'] === undefined;
    const preferences = takesOver ? current : {};
    const login = { 'base-url': parsed.text, 'token-file': tokenFile, 'data-folder': dirname(tokenFile) };
    // Whoever is logged in with a token of an account stays so: with another one, patients would seem to be gone.
    putIntoProfile(
      config,
      LOCAL_PROFILE,
      ownLogin === 'kept'
        ? { 'data-folder': login['data-folder'] }
        : { ...preferences, ...login, 'logged-out': undefined },
    );
    if (takesOver) config.profile = LOCAL_PROFILE;
    isDefault = config.profile === LOCAL_PROFILE;
  });
  return { isDefault, ...(ownLogin && { ownLogin }) };
}

/** Somebody logged in there, and did not log out. */
const hasOwnLogin = (stored: StoredProfile) =>
  stored['base-url'] !== undefined && stored['token-file'] === undefined && stored['logged-out'] === undefined;

/** A folder that is not there any more was moved. */
function isAt(stored: StoredProfile, origin: string, dataFolder: string): boolean {
  const parsed = parseBaseUrl(stored['base-url'] ?? '');
  if ('problem' in parsed || parsed.origin !== origin) return false;
  const before = dataFolderOf(stored);
  return before === dataFolder || (before !== undefined && !existsSync(before));
}
