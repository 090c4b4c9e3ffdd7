import type { Received } from '../contract/answers.ts';
import type { Patient } from '../contract/patient.ts';
import { ReconError } from '../errors.ts';
import { idText, type Reply } from './answer.ts';
import type { Client } from './client.ts';
import type { ListFilters } from './patient-list.ts';

/** Without a limit, deletions that are faster than the reading would never let it end. */
const MOST_STEPS_BACK = 20;

type Listed = Received<Patient>;

/**
 * Reads all patients of a list. The interface pages by position: a deletion moves the following patients up, and one
 * of them may move from the next page to a page that was already read. So for each patient missing from the total, one
 * page before is read again. An added patient hides no other one.
 * `total` is the service's own count at the end; 0 where it tells none.
 * @throws ReconError `unavailable` if the list kept changing while it was read: a patient may have been missed
 */
export async function readWholeList(
  client: Pick<Client, 'eachPage'>,
  filters: ListFilters,
  onProgress: (read: number, total: number) => void = () => {},
) {
  const listed = new Map<string, Listed>();
  const head: Pick<Reply<unknown>, 'keyMemoryMs' | 'answeredAt' | 'routes'> = {};
  let total = 0;
  let page = 1;
  for (let stepsBack = 0; stepsBack <= MOST_STEPS_BACK; stepsBack += 1) {
    let missing = 0;
    for await (const { body, keyMemoryMs, answeredAt, routes } of client.eachPage({ ...filters, page })) {
      if (total === 0) Object.assign(head, { keyMemoryMs, answeredAt, routes });
      for (const one of body?.patients ?? []) listed.set(idText(one?.id) ?? `without id ${listed.size}`, one);
      const now = body?.meta?.total_entries ?? total;
      missing = total - now;
      total = now;
      onProgress(listed.size, total);
      if (missing > 0) break;
      page += 1;
    }
    if (missing <= 0) return { listed: [...listed.values()], total, ...head };
    page = Math.max(1, page - missing);
  }
  throw new ReconError('unavailable', 'the list of patients kept changing while it was searched', {
    hint: 'the same command again in a moment',
  });
}
