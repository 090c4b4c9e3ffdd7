import type { Configuration, Context } from '../../context.ts';

export type LoginTarget = NonNullable<Awaited<ReturnType<Configuration['loginTarget']>>>;
type TokenPlace = Awaited<ReturnType<Configuration['keepLogin']>>;

/** Tells where a login is kept, and how commands use it. */
export function tellKept(target: LoginTarget, place: TokenPlace, { streams }: Context): void {
  streams.say(`Logged in to ${target.baseUrl} as profile ${target.profile}.`);
  if (place.kind === 'file') {
    streams.warn(`the token lies in a plain file, ${place.where}: who can read your files can use it`);
  } else streams.say(`The token is in ${place.where}.`);
  if (!target.becomesDefault) {
    const before = `Commands use it with --profile ${target.profile}; always`;
    streams.say({ before, command: ['config', 'set', 'profile', target.profile] });
  }
}
