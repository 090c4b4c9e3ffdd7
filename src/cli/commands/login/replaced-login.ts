import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import type { LoginTarget } from './tell-kept.ts';

/**
 * For a person, the account of the login that this one takes the place of; undefined where there is none that works, or
 * the service does not tell.
 */
export async function accountBefore(target: LoginTarget, context: Context): Promise<string | undefined> {
  if (!context.streams.stderrIsTty()) return undefined;
  try {
    const to = await (await context.configuration()).connection(target);
    // It goes on to be used.
    if (to.from.kind === 'environment' || to.from.kind === 'environment-file') return undefined;
    return (await (await context.clientFor(to, { mostTries: 1 })).listNobody()).account?.name;
  } catch (error) {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    return undefined;
  }
}

/** With another account, patients would seem to be gone. */
export function tellReplaced(
  before: string | undefined,
  now: string | undefined,
  { profile, baseUrl }: LoginTarget,
  { streams }: Context,
): void {
  if (before === undefined || now === undefined || before === now) return;
  const was = `The login of ${before} in profile ${profile} is replaced: commands there are those of ${now} from now on`;
  streams.say({
    before: `${was}. To keep both, log in with a profile for each`,
    command: ['login', '--profile', 'NAME', '--base-url', baseUrl],
  });
}
