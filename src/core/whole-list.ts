import type { Received } from '../contract/answers.ts';
import type { Patient } from '../contract/patient.ts';
import { ReconError } from '../errors.ts';
import { idText, type Reply } from './answer.ts';
import type { Client } from './client.ts';
import type { ListFilters } from './patient-list.ts';

/** Somebody who deletes faster than pages come would keep a search busy for ever. */
const MOST_STEPS_BACK = 20;

/**
 * Everybody on the list. The interface pages by position: who is deleted meanwhile moves the next ones up, and one of
 * them may move from the next page to one that was read. So the last pages are read again, one for each who is missing.
 * Who is added hides nobody.
 * @throws ReconError `unavailable` where the list kept changing while it was read: somebody may have been missed
 */
export async function readWholeList(client: Pick<Client, 'eachPage'>, filters: ListFilters) {
  const listed = new Map<string, Received<Patient>>();
  const head: Pick<Reply<unknown>, 'keyMemoryMs' | 'answeredAt'> = {};
  let total = 0;
  let page = 1;
  for (let stepsBack = 0; stepsBack <= MOST_STEPS_BACK; stepsBack += 1) {
    let missing = 0;
    for await (const { body, keyMemoryMs, answeredAt } of client.eachPage({ ...filters, page })) {
      if (total === 0) Object.assign(head, { keyMemoryMs, answeredAt });
      for (const one of body?.patients ?? []) listed.set(idText(one?.id) ?? `nameless ${listed.size}`, one);
      const now = body?.meta?.total_entries ?? total;
      missing = total - now;
      total = now;
      if (missing > 0) break;
      page += 1;
    }
    if (missing <= 0) return { listed: [...listed.values()], ...head };
    page = Math.max(1, page - missing);
  }
  throw new ReconError('unavailable', 'the list of patients kept changing while it was searched', {
    hint: 'the same command again in a moment',
  });
}
