import { shellLine } from '../core/shell-line.ts';
import { parseUrl } from '../system/parse-url.ts';
import type { GlobalOptions } from './globals.ts';

/** Which service and account are meant, as far as that was typed. */
export type TypedService = Pick<GlobalOptions, 'profile' | 'baseUrl'>;

/** A word as shellLine writes it: a quoted one may hold spaces, and text that looks like a command. */
const WORD = /(?!recon\b)(?:'(?:[^']|'\\'')*'(?=[\s,;.)]|$)|[^\s']\S*)/.source;
const COMMAND = /(?:patients|after|config) [a-z]+|download|transfer|invite|wait|resume|login|logout|status|api/.source;
/** `recon wait 7 --type face`, also amid prose: what the command is, and the words after it. */
const LINE = new RegExp(`(?<![^\\s(])recon (${COMMAND})(?![\\w-])((?: +${WORD})*)`, 'g');

/** Commands that run a service of their own: what they tell to type is for that one. */
const OF_THEIR_OWN = ['recon serve', 'recon demo'];

/**
 * Text for a person, in which each command line that needs a service names the one that was typed: without that, who
 * follows it would reach another service or account. What the environment and the settings say holds for the next
 * command too, and is not repeated. `running` is the command that speaks.
 */
export function withTypedService(text: string, typed: TypedService, running: string): string {
  if (OF_THEIR_OWN.includes(running)) return text;
  const profile = typed.profile === undefined ? [] : ['--profile', typed.profile];
  const baseUrl = typed.baseUrl === undefined || !isShowable(typed.baseUrl) ? [] : ['--base-url', typed.baseUrl];
  if (profile.length + baseUrl.length === 0) return text;
  return text.replace(LINE, (line: string, command: string, rest: string) => {
    // A profile that is named already says all; an address that is, belongs to the profile in use.
    if (/ --(?:profile|help)\b/.test(rest)) return line;
    // Settings are a profile's, and ask no service.
    const isNamed = command.startsWith('config ') || / --base-url\b/.test(rest);
    const missing = [...profile, ...(isNamed ? [] : baseUrl)];
    return missing.length === 0 ? line : `recon ${command} ${shellLine(...missing)}${rest}`;
  });
}

/** Not one that cannot be right and may hold a password or a token. */
function isShowable(baseUrl: string): boolean {
  const url = parseUrl(baseUrl);
  return url !== undefined && url.username + url.password + url.search + url.hash === '';
}
