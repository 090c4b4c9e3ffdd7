import { expect, test } from 'vitest';
import { newestFirst } from '../../src/core/newest-first.ts';
import { record } from './recorder.ts';

interface Strange {
  /** Ids in the order of the service. */
  ids: readonly unknown[];
  /** The largest page that it gives. */
  largest?: number;
  meta?: (page: number, pages: number) => object;
  /** The page that it gives where another one is asked for. */
  page?: (asked: number, pages: number) => number;
}

/** A service that lists in an order of its own. */
async function service({ ids, largest = 100, meta, page: pageOf = (page) => page }: Strange) {
  return await record(({ url }) => {
    const query = new URL(url, 'http://x').searchParams;
    const size = Number(query.get('per_page') ?? 10);
    if (size > largest) return { status: 422, body: '{"title":"per_page is too large"}' };
    const pages = Math.max(1, Math.ceil(ids.length / size));
    const page = pageOf(Number(query.get('page') ?? 1), pages);
    const told = meta?.(page, pages) ?? {
      ...{ current_page: page, next_page: page < pages ? page + 1 : null, total_pages: pages },
      total_entries: ids.length,
    };
    const patients = ids.slice((page - 1) * size, page * size).map((id) => ({ id, name: `P ${id}` }));
    return { body: JSON.stringify({ patients, meta: told }) };
  });
}

/** The ids in the order they come, at most so many, and how many requests they took. */
async function read(strange: Strange, most = Number.POSITIVE_INFINITY, atOnce: number | { perPage: number } = 30) {
  const { client, requests } = await service(strange);
  const ids: unknown[] = [];
  for await (const { body } of newestFirst(client, typeof atOnce === 'number' ? { atOnce } : atOnce)) {
    ids.push(...(body?.patients ?? []).map((one) => one?.id));
    if (ids.length >= most) break;
  }
  return { ids, requests: requests.length };
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const downFrom = (count: number) => upTo(count).toReversed();

test.each([
  ['ascending', upTo(3000)],
  ['descending', downFrom(3000)],
])('of 3,000 patients, %s, the newest 30 take 3 requests at most', async (_order, ids) => {
  const { ids: newest, requests } = await read({ ids }, 30);
  expect(newest.slice(0, 30)).toEqual(downFrom(3000).slice(0, 30));
  expect(requests).toBeLessThanOrEqual(3);
});

test.each([0, 1, 29, 30, 31, 61, 100])('all of %i patients come once, the newest first', async (count) => {
  expect((await read({ ids: upTo(count) })).ids).toEqual(downFrom(count));
  expect((await read({ ids: downFrom(count) })).ids).toEqual(downFrom(count));
});

test('ids in no order are read as a whole and sorted', async () => {
  const shuffled = upTo(70).map((id) => (id * 37) % 71);
  expect((await read({ ids: shuffled })).ids).toEqual(downFrom(70));
});

test.each([
  ['no number of pages', (page: number, pages: number) => ({ next_page: page < pages ? page + 1 : null })],
  [
    'too many pages',
    (page: number, pages: number) => ({ next_page: page < pages ? page + 1 : null, total_pages: pages + 4 }),
  ],
  [
    'too few pages',
    (page: number, pages: number) => ({ next_page: page < pages ? page + 1 : null, total_pages: pages - 1 }),
  ],
  [
    'a number of pages that is none',
    (page: number, pages: number) => ({ next_page: page < pages ? page + 1 : null, total_pages: '5' }),
  ],
  ['no next page', (page: number, pages: number) => ({ current_page: page, total_pages: pages })],
  ['nothing', () => ({})],
])('meta that tells %s: nobody is missed, and the newest come first', async (_what, meta) => {
  expect((await read({ ids: upTo(95), meta })).ids).toEqual(downFrom(95));
});

test('a service that refuses large pages is asked for small ones', async () => {
  expect((await read({ ids: upTo(25), largest: 10 })).ids).toEqual(downFrom(25));
});

test('patients without an id that can be read come last; none is missed', async () => {
  const { ids } = await read({ ids: ['x', 3, null, 7] });
  expect(ids).toEqual([7, 3, 'x', null]);
});

test('a first page that ascends and others that do not: each patient comes all the same', async () => {
  const ids = [...upTo(30), 90, 80, 70, ...upTo(100).slice(30, 65)];
  expect((await read({ ids })).ids.toSorted()).toEqual(ids.toSorted());
});

test.each([1, { perPage: 1 }])(
  'one patient of 500 (%j) takes 2 requests; in no order, as few as large pages do',
  async (one) => {
    expect(await read({ ids: upTo(500) }, 1, one)).toMatchObject({ requests: 2 });
    // The first two ascend, and the last one is higher.
    const ids = [3, 7, ...upTo(500).filter((id) => ![3, 7, 499].includes(id)), 499];
    const { ids: shown, requests } = await read({ ids }, 1, one);
    expect(shown[0]).toBe(500);
    expect(requests).toBeLessThanOrEqual(7);
  },
);

test('a service that counts too many pages, and gives its last one for them, is asked for no page twice over', async () => {
  const strange: Strange = {
    ids: upTo(95),
    page: (asked, pages) => Math.min(asked, pages),
    meta: (page, pages) => ({ current_page: page, next_page: page < pages ? page + 1 : null, total_pages: 1000 }),
  };
  const { ids, requests } = await read(strange);
  expect(ids).toEqual(downFrom(95));
  expect(requests).toBeLessThanOrEqual(6);
});

test('a service without pages that gives everybody, the newest first, gives nobody twice', async () => {
  const { ids } = await read({ ids: downFrom(30), page: () => 1, meta: () => ({}) });
  expect(ids).toEqual(downFrom(30));
});
