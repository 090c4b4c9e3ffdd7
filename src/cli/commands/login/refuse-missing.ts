import { type Advice, ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import type { LoginTarget } from './tell-kept.ts';

/**
 * Refuses a login whose token could not be kept, before anybody looks for the token. Where the service cannot be reached
 * that comes first: who has put the one right would otherwise be refused for the other. `again` is the line that needs no
 * keyring.
 * @throws ReconError `usage`
 */
export async function refuseMissing(
  {
    baseUrl,
    caFile,
    isInsecure,
    again,
  }: Pick<LoginTarget, 'baseUrl' | 'caFile'> & { isInsecure: boolean; again: Advice },
  context: Context,
): Promise<void> {
  const noPlace = await errorOf(async () => (await context.configuration()).refuseNoPlace(isInsecure));
  if (noPlace === undefined) return;
  if (noPlace.code !== 'usage') throw noPlace;
  const { reachService } = await import('../../../core/reach-service.ts');
  const noWay = await errorOf(async () => reachService((await context.withoutToken(caFile))(baseUrl)));
  if (noWay === undefined) throw noPlace.with({ hint: again });
  const { message, details, hint: way } = noWay;
  const then = { because: 'once the service can be reached', ...again };
  throw noPlace.with({
    message: `${message}; and ${noPlace.message}`,
    details: [...details, ...noPlace.details, ...(way === undefined ? [] : [{ before: 'then', ...again }])],
    hint: way ?? then,
  });
}

async function errorOf(work: () => Promise<unknown>): Promise<ReconError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    return error;
  }
}
