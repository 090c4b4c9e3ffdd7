import { parseUrl } from '../system/base-url.ts';
import type { GlobalOptions } from './globals.ts';

/** Commands that run a service of their own: what they tell to type is for that one. */
const OF_THEIR_OWN = /^recon (serve|demo)$/;
/** They do their work on this machine alone. */
const LOCAL = ['photos', 'serve', 'accounts', 'audit', 'backup', 'restore', 'demo', 'completion', 'help'];

/**
 * The flags that a command to type needs, so that it reaches the service and account that were typed. What the
 * environment and the settings say holds for the next command too, and is not repeated. `running` is the command that
 * speaks; `serviceFolder` is where the data of the service in use lies, if it is on this machine and not at its usual place.
 */
export function typedFlags(
  command: readonly string[],
  { profile, baseUrl }: Pick<GlobalOptions, 'profile' | 'baseUrl'>,
  { running, serviceFolder }: { running: string; serviceFolder?: string | undefined },
): string[] {
  const [first = ''] = command;
  // Otherwise an empty service would begin, and profile `local` be of that one.
  if (first === 'serve' && command.length === 1 && serviceFolder !== undefined && !OF_THEIR_OWN.test(running)) {
    return ['--data', serviceFolder];
  }
  if (OF_THEIR_OWN.test(running) || LOCAL.includes(first) || first.startsWith('-')) return [];
  // A profile that the command names is enough. An address alone is not: the login is of the profile in use.
  if (command.includes('--profile') || command.includes('--help')) return [];
  // Settings are a profile's, and ask no service.
  const needsNoUrl = first === 'config' || command.includes('--base-url');
  return [
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(baseUrl === undefined || needsNoUrl || !isShowable(baseUrl) ? [] : ['--base-url', baseUrl]),
  ];
}

/** Not one that cannot be right and may hold a password or a token. */
function isShowable(baseUrl: string): boolean {
  const url = parseUrl(baseUrl);
  return url !== undefined && url.username + url.password + url.search + url.hash === '';
}
