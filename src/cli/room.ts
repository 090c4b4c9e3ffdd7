import type { Limit } from '../contract/own-routes.ts';
import type { Reply } from '../core/answer.ts';
import type { Room } from '../core/own-routes.ts';
import { ReconError } from '../errors.ts';
import type { Client, Context } from './context.ts';

/** What the account may have at most, where the service of this answer tells it. Nothing fails where it does not. */
export async function roomBeside(
  { routes }: Pick<Reply<unknown>, 'routes'>,
  client: Pick<Client, 'askRoom'>,
  { streams }: Pick<Context, 'streams'>,
): Promise<Room> {
  if (!routes?.has('room')) return {};
  try {
    return await client.askRoom();
  } catch (error) {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    streams.detail(`what the account has room for cannot be told: ${error.message}`);
    return {};
  }
}

/** `88 of at most 100`, of bytes `3.2 MB of at most 50.0 GB`; whose limit it is, and that nothing fits any more. */
export function limitText({ limit, stored, of_main }: Limit, textOf: (count: number) => string = String): string {
  const whose = of_main ? ', in the main account with all its sub accounts' : '';
  return `${textOf(stored)} of at most ${textOf(limit)}${whose}${stored >= limit ? ': full' : ''}`;
}

/** `the account has room for 12 more patients; 20 are to be created`; undefined where all of them fit. */
export function noRoomText({ patients }: Room, wanted: number, upTo = ''): string | undefined {
  if (patients === undefined) return undefined;
  const free = Math.max(0, patients.limit - patients.stored);
  if (wanted <= free) return undefined;
  const room = free === 0 ? 'no more patients' : free === 1 ? '1 more patient' : `${free} more patients`;
  const whose = patients.of_main ? 'main account' : 'account';
  return `the ${whose} has room for ${room}; ${upTo}${wanted} ${wanted === 1 ? 'is' : 'are'} to be created`;
}
