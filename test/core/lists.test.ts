import { describe, expect, test } from 'vitest';
import type { PatientInput } from '../../src/contract/patient.ts';
import { idText } from '../../src/core/answer.ts';
import type { Client, ListFilters } from '../../src/core/client.ts';
import { findAgreeing } from '../../src/core/find-person.ts';
import { failureOf } from '../http/quick.ts';
import { type Reaction, type Recorded, record } from './recorder.ts';

const listOf = (patients: unknown[], meta: unknown = {}): Reaction => ({ body: JSON.stringify({ patients, meta }) });
const queryOf = ({ url }: Recorded) => new URL(url, 'http://x').searchParams;
const pathOf = ({ url }: Recorded) => new URL(url, 'http://x').pathname;

async function readAll(client: Client, filters: ListFilters = {}) {
  const ids: (string | undefined)[] = [];
  for await (const { body } of client.eachPage(filters)) {
    for (const patient of body?.patients ?? []) ids.push(idText(patient?.id));
  }
  return ids;
}

/** Pages as our interface has them, of patients 1 to `total`. */
function pagesOf(total: number) {
  return (request: Recorded): Reaction => {
    const [page, perPage] = [Number(queryOf(request).get('page')), Number(queryOf(request).get('per_page'))];
    const totalPages = Math.ceil(total / perPage);
    const from = (page - 1) * perPage;
    const patients = Array.from({ length: Math.min(perPage, total - from) }, (_, at) => ({ id: from + at + 1 }));
    const next = page < totalPages ? page + 1 : null;
    return listOf(patients, { current_page: page, next_page: next, total_pages: totalPages, total_entries: total });
  };
}

/** A service whose pages hold at most 50. */
const smallPages = (request: Recorded): Reaction => {
  const perPage = Number(queryOf(request).get('per_page') ?? 10);
  return perPage > 50 ? { status: 422, body: '{"error":"per_page is at most 50"}' } : pagesOf(25)(request);
};

describe('several ids', () => {
  test('more than 100 go in several requests and come back as one answer', async () => {
    const { client, requests } = await record((request) => {
      const ids = queryOf(request).getAll('id[]');
      return listOf((ids.length > 0 ? ids : queryOf(request).getAll('id')).map((id) => ({ id: Number(id) })));
    });
    const ids = Array.from({ length: 201 }, (_, at) => String(at + 1));
    const reply = await client.listPatients({ ids });
    expect(requests.map((request) => queryOf(request).get('per_page'))).toEqual(['100', '100', null]);
    expect(reply.body?.patients?.map((patient) => idText(patient?.id))).toEqual(ids);
    expect(JSON.parse(reply.text)).toMatchObject({
      meta: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 201 },
    });
  });

  const knowing = (known: number[], listed: number[]) => (request: Recorded) => {
    if (pathOf(request) === '/patients') return listOf(listed.map((id) => ({ id })));
    const id = Number(pathOf(request).split('/')[2]);
    return known.includes(id) ? { body: JSON.stringify({ patient: { id } }) } : { status: 404, body: '' };
  };

  test('one that the list lacks is fetched singly', async () => {
    const { client, requests } = await record(knowing([7, 9], [7]));
    const reply = await client.listPatients({ ids: ['7', '9', '11'] });
    expect(requests.slice(1).map(pathOf)).toEqual(['/patients/9', '/patients/11']);
    expect(JSON.parse(reply.text)).toMatchObject({ patients: [{ id: 7 }, { id: 9 }], meta: { total_entries: 2 } });
  });

  test('a service that does not know the filter shows no patient that was not asked for', async () => {
    const { client } = await record(knowing([7, 9], [1, 2]));
    const reply = await client.listPatients({ ids: ['7', '9'] });
    expect(reply.body?.patients?.map((patient) => patient?.id)).toEqual([7, 9]);
  });

  test('an answer that holds them all is passed on as it came', async () => {
    const { client } = await record('{"patients":[{"id":7},{"id":9}] , "meta":{}}');
    expect((await client.listPatients({ ids: ['7', '9'] })).text).toBe('{"patients":[{"id":7},{"id":9}] , "meta":{}}');
  });

  test('one that is nowhere leaves the answer as it came', async () => {
    const { client } = await record(knowing([], []));
    expect((await client.listPatients({ ids: ['7'] })).text).toBe('{"patients":[],"meta":{}}');
  });

  test.each([{ name: 'Ana' }, { email: 'a@b.example' }, { page: 1 }, { perPage: 5 }])(
    'with %j nothing is fetched singly',
    async (over) => {
      const { client, requests } = await record(knowing([7, 9], [7]));
      await client.listPatients({ ids: ['7', '9'], ...over });
      expect(requests).toHaveLength(1);
    },
  );

  test('a single fetch that fails fails the list', async () => {
    const { client } = await record((request) =>
      pathOf(request) === '/patients' ? listOf([]) : { status: 403, body: '' },
    );
    expect((await failureOf(client.listPatients({ ids: ['7', '9'] }))).code).toBe('forbidden');
  });
});

describe('the list of nobody', () => {
  const isAll = (request: Recorded) => queryOf(request).get('id') === null;

  test('asks for an id that no patient has', async () => {
    const { client, requests } = await record(() => listOf([]));
    expect((await client.listNobody()).body?.patients).toEqual([]);
    expect(requests.map(({ url }) => url)).toEqual(['/patients?id=0&per_page=1']);
  });

  test('is one of a patient where a service refuses such an id', async () => {
    const { client } = await record((request) =>
      isAll(request) ? listOf([{ id: 1 }]) : { status: 422, body: '{"error":"id must be at least 1"}' },
    );
    expect((await client.listNobody()).body?.patients).toHaveLength(1);
  });

  test('fails where the list fails', async () => {
    const { client } = await record(() => ({ status: 401, body: '' }));
    expect(await failureOf(client.listNobody())).toMatchObject({ code: 'not_logged_in' });
  });
});

describe('all pages', () => {
  test('give each patient once, a hundred at a time', async () => {
    const { client, requests } = await record(pagesOf(950));
    expect(await readAll(client)).toEqual(Array.from({ length: 950 }, (_, at) => String(at + 1)));
    expect(requests).toHaveLength(10);
  });

  test('start where they are told to, with their filters', async () => {
    const { client, requests } = await record(pagesOf(50));
    expect(await readAll(client, { name: 'Ana', page: 3, perPage: 20 })).toHaveLength(10);
    expect(requests[0]!.url).toBe('/patients?name=Ana&per_page=20&page=3');
  });

  test('of nobody are one page', async () => {
    const { client, requests } = await record(listOf([], { next_page: null }).body);
    expect(await readAll(client)).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  test('a page that fails fails them all', async () => {
    const { client } = await record((request) =>
      queryOf(request).get('page') === '3' ? { status: 500, body: '' } : pagesOf(950)(request),
    );
    expect((await failureOf(readAll(client))).code).toBe('unavailable');
  });

  test.each<[string, (page: number) => unknown]>([
    ['stands still', (page) => page],
    ['goes back', (page) => page - 1],
    ['is no number', () => 'next'],
    ['is a fraction', (page) => page + 0.5],
  ])('a next page that %s ends in an error', async (_, next) => {
    const { client } = await record((request) => {
      const page = Number(queryOf(request).get('page'));
      return listOf([{ id: page }], { next_page: page < 3 ? page + 1 : next(page) });
    });
    expect((await failureOf(readAll(client))).code).toBe('protocol');
  });

  test('a page that repeats ends in an error', async () => {
    const { client, requests } = await record((request) =>
      listOf([{ id: 1 }, { id: 2 }], { next_page: Number(queryOf(request).get('page')) + 1 }),
    );
    expect((await failureOf(readAll(client))).message).toContain('page 2 repeats');
    expect(requests).toHaveLength(2);
  });

  test('of a service that knows no pages are what it gave the first time', async () => {
    const { client, requests } = await record('{"patients":[{"id":1},{"id":2}]}');
    expect(await readAll(client)).toEqual(['1', '2']);
    expect(requests).toHaveLength(2);
  });

  test('without a word about the next page go on to the first empty one, full or not', async () => {
    const { client, requests } = await record((request) => {
      const { body } = pagesOf(250)(request);
      return listOf(JSON.parse(body).patients, undefined);
    });
    expect(await readAll(client)).toHaveLength(250);
    expect(requests).toHaveLength(4);
  });

  test('go on by the number of pages where only that is told', async () => {
    const { client, requests } = await record((request) => {
      const page = Number(queryOf(request).get('page'));
      return listOf([{ id: page }], { total_pages: 4 });
    });
    expect(await readAll(client)).toEqual(['1', '2', '3', '4']);
    expect(requests).toHaveLength(4);
  });

  test('are as large as the service likes where a hundred rows are too many for it', async () => {
    const { client, requests } = await record(smallPages);
    expect(await readAll(client)).toHaveLength(25);
    expect(requests.map(({ url }) => url)).toEqual([
      '/patients?per_page=100&page=1',
      '/patients?per_page=10&page=1',
      '/patients?per_page=10&page=2',
      '/patients?per_page=10&page=3',
    ]);
  });

  test('of a size that a person chose are not changed', async () => {
    const { client, requests } = await record(() => ({ status: 422, body: '' }));
    expect((await failureOf(readAll(client, { perPage: 100 }))).code).toBe('refused');
    expect(requests).toHaveLength(1);
  });

  test('a service whose pages hold fewer than a --limit asks for is read in pages that it takes', async () => {
    const { client, requests } = await record(smallPages);
    expect((await readAll(client, { atOnce: 60 })).length).toBe(25);
    expect(requests[0]!.url).toBe('/patients?per_page=60&page=1');
    expect(requests[1]!.url).toBe('/patients?per_page=10&page=1');
  });

  test('a service whose pages hold fewer than the ids asked for is asked for ten at once', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => String(at + 1));
    const { client, requests } = await record((request) => {
      const asked = queryOf(request).getAll('id[]');
      return asked.length > 50 ? { status: 422, body: '{}' } : listOf(asked.map((id) => ({ id: Number(id) })));
    });
    const { body } = await client.listPatients({ ids });
    expect((body?.patients ?? []).map((one) => String(one?.id))).toEqual(ids);
    expect(requests).toHaveLength(7);
  });

  test('page numbers may be text', async () => {
    const { client } = await record((request) => {
      const page = Number(queryOf(request).get('page'));
      return listOf([{ id: page }], { next_page: page < 3 ? String(page + 1) : null });
    });
    expect(await readAll(client)).toEqual(['1', '2', '3']);
  });
});

describe('findAgreeing', () => {
  const ana = { name: 'Ana Núñez', email: 'ana@b.example', phone: '123' };
  const everybody = [
    { id: 1, ...ana },
    { id: 2, ...ana, phone: '124' },
    { id: 3, ...ana, email: 'ANA@b.example' },
    { id: 4, ...ana, name: 'Ana Nunez' },
    { id: 5, ...ana, name: 'Ana Nu\u0301n\u0303ez' },
    { id: 6, name: 'Ana Núñez', email: null, phone: '' },
    { id: 7, name: null, phone: '123' },
    { id: 8, ...ana, city: 'elsewhere' },
  ];

  test.each<[string, PatientInput, string[]]>([
    ['all three', ana, ['1', '3', '5', '8']],
    ['spelled in two ways', { ...ana, name: ' Ana  NU\u0301n\u0303ez ' }, ['1', '3', '5', '8']],
    ['a name alone', { name: 'Ana Núñez' }, ['6']],
    ['a phone alone', { phone: '123' }, ['7']],
    ['an email alone that nobody has alone', { email: 'ana@b.example' }, []],
    ['other fields do not count', { city: 'elsewhere' }, []],
    ['nothing', {}, []],
    ['empty texts', { name: '', phone: ' ' }, []],
  ])('%s', async (_, patient, ids) => {
    const { client, requests } = await record(() => listOf(everybody, { next_page: null }));
    expect((await findAgreeing(client, patient)).same).toEqual(ids);
    if (patient.city !== undefined) expect(requests).toHaveLength(1);
  });

  test('agreeing is also what a service may have tidied up', async () => {
    const { client } = await record(() => listOf(everybody, { next_page: null }));
    const found = await findAgreeing(client, { ...ana, phone: '1 2-3' });
    expect(found.agreeing.map((one) => one?.id)).toEqual([1, 3, 4, 5, 8]);
    expect(found.same).toEqual(['1', '3', '5', '8']);
  });

  test('looks with the filters there are', async () => {
    const { client, requests } = await record(() => listOf([], { next_page: null }));
    await findAgreeing(client, ana);
    await findAgreeing(client, { phone: '123' });
    expect(requests.map(({ url }) => url)).toEqual([
      '/patients?name=Ana%20N%C3%BA%C3%B1ez&email=ana%40b.example&per_page=100&page=1',
      '/patients?per_page=100&page=1',
    ]);
  });

  test('a space around a name or address is not looked for: a service would find nobody', async () => {
    const { client, requests } = await record(() => listOf([], { next_page: null }));
    await findAgreeing(client, { name: ' Ana ', email: 'ana@b.example\t' });
    expect(requests.map(({ url }) => url)).toEqual(['/patients?name=Ana&email=ana%40b.example&per_page=100&page=1']);
  });
});
