import { openOnes } from './open-invitations.ts';
import type { Db, Store } from './store.ts';

/** Links that are out and name an address where the service is no more. */
export interface LinksElsewhere {
  address: string;
  count: number;
  /** Until when the last of them works, epoch ms. */
  until: number;
}

/** The same of those that were made in this time, epoch ms. */
export interface LinksOfTime extends LinksElsewhere {
  from: number;
  to: number;
}

/** The address of a link that was made then, where the service is no more. */
export const formerAddress = (links: readonly LinksOfTime[], madeAt: number): string | undefined =>
  links.find(({ from, to }) => from <= madeAt && madeAt < to)?.address;

/** The addresses under which links were made, each with when that began, epoch ms; the newest last. */
type Addresses = readonly { address: string; since: number }[];

/** The row of `settings`. */
const LINK_ADDRESSES = 'link_addresses';

/**
 * Notes that links name `address` from `since` on, and tells of those that are out with an earlier one. `isHere` says where
 * the service answers, too. Links from before the first note are taken for links of its address.
 */
export async function noteLinkAddress(
  { db, clock }: Pick<Store, 'db' | 'clock'>,
  { address, since, isHere }: { address: string; since: number; isHere(address: string): boolean },
): Promise<LinksOfTime[]> {
  const text = await readNote(db);
  const known: Addresses = JSON.parse(text ?? '[]');
  const kept: LinksOfTime[] = [];
  for (const [at, { address, since: from }] of known.entries()) {
    const to = known[at + 1]?.since ?? since;
    const links = await openMade(db, clock.now(), from, to);
    if (links.count > 0) kept.push({ address, from, to, ...links });
  }
  const noted: Addresses = kept.map(({ address, from }) => ({ address, since: from }));
  const isSame = noted.at(-1)?.address === address;
  const next = JSON.stringify(isSame ? noted : [...noted, { address, since: noted.length === 0 ? 0 : since }]);
  if (next !== text) await writeNote(db, next);
  return kept.filter((one) => one.address !== address && !isHere(one.address));
}

/** The links that are out and were made in this time. */
async function openMade(db: Db, now: number, from: number, to: number) {
  const { count, until } = await openOnes(db, now)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .select((is) => [is.fn.countAll().as('count'), is.fn.max('expires_at').as('until')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), until: Number(until) };
}

/** A service may have gone back to an address, and left it again. */
export function byAddress(all: readonly LinksElsewhere[]): LinksElsewhere[] {
  const sums = new Map<string, LinksElsewhere>();
  for (const { address, count, until } of all) {
    const sum = sums.get(address) ?? { address, count: 0, until };
    sums.set(address, { address, count: sum.count + count, until: Math.max(sum.until, until) });
  }
  return [...sums.values()];
}

async function readNote(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', LINK_ADDRESSES).executeTakeFirst();
  return row?.value;
}

const writeNote = (db: Db, value: string) =>
  db
    .insertInto('settings')
    .values({ key: LINK_ADDRESSES, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
