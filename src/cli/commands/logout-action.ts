import type { Context } from '../context.ts';

export async function logOut({ configuration, environment, globals, streams }: Context): Promise<void> {
  const { settings, forgetLogin } = await configuration();
  if (globals().dryRun) {
    const { profile } = await settings();
    return streams.say(`Would forget the token of profile ${profile.value}`);
  }
  const { profile, places } = await forgetLogin();
  for (const { kind, where } of places) {
    streams.say(
      kind === 'service'
        ? `Logged out of profile ${profile}; the service on this machine keeps its own token in ${where}.`
        : `Logged out of profile ${profile}: the token is gone from ${where}.`,
    );
  }
  if (places.length === 0) streams.say(`Profile ${profile} has no token here; nothing to do.`);
  const name = ['RECON_TOKEN_FILE', 'RECON_TOKEN'].find((one) => environment[one]);
  if (name !== undefined) streams.warn(`${name} is still set, and commands go on using it`);
}
