import { parseBaseUrl } from '../../../system/base-url.ts';
import { untilText } from '../../../system/local-time.ts';
import type { Configuration, Context } from '../../context.ts';

export type LoginTarget = NonNullable<Awaited<ReturnType<Configuration['loginTarget']>>>;
type TokenPlace = Awaited<ReturnType<Configuration['keepLogin']>>;

/** Tells where a login is kept, until when it works where the service says so, and how commands use it. */
export async function tellKept(
  target: LoginTarget,
  place: TokenPlace,
  context: Context,
  tokenExpiresAt?: number,
): Promise<void> {
  const { streams } = context;
  streams.say(`Logged in to ${target.baseUrl} as profile ${target.profile}.`);
  if (target.caFileOf !== undefined) {
    streams.say(`It trusts the ca-file of profile ${target.caFileOf} too: ${target.caFile?.value}`);
  }
  if (place.kind === 'file') {
    streams.warn(`the token is in a plain file, ${place.where}: anybody who can read your files can use it`);
  } else streams.say(`The token is in ${place.where}.`);
  if (tokenExpiresAt !== undefined) streams.say(`The token works until ${untilText(tokenExpiresAt)}.`);
  const named = parseBaseUrl(context.environment['RECON_BASE_URL'] ?? '');
  if ('origin' in named && named.origin !== target.origin) {
    streams.warn(
      `RECON_BASE_URL in the environment goes before profiles, and names ${named.origin}: unset it for commands to this service`,
    );
    return;
  }
  if (target.insteadOf !== undefined) {
    const { profile, baseUrl } = target.insteadOf;
    const before = `Commands go to this service from now on, no longer to ${baseUrl}; to change that back`;
    streams.say({ before, command: ['config', 'set', 'profile', profile] });
  }
  if (!target.becomesDefault) {
    const before = `Commands use this profile with --profile ${target.profile}; to use it always`;
    streams.say({ before, command: ['config', 'set', 'profile', target.profile] });
  }
  const profile = target.becomesDefault ? [] : ['--profile', target.profile];
  // The address is the profile's from now on.
  const next = { command: ['patients', 'list', ...profile], because: 'to see who is there' };
  await context.sayNext(next, { isWhole: true });
}
