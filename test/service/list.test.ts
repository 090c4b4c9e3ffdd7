import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService } from '../support/running-service.ts';

let service: TestService;
const PEOPLE = [
  ['Ana Sánchez', 'ana@clinic.example'],
  ['Łukasz Żółty', 'lukasz@clinic.example'],
  ['ANA Müller', 'MUELLER@Post.example'],
  ['Jean-François 50%', 'jf_50@post.example'],
  ["O'Brien; drop table patients", 'ob@post.example'],
  ['Straße', 's@post.example'],
];

beforeAll(async () => {
  service = await openService();
  for (const [name, email] of PEOPLE) {
    await service.patient('POST', '/patients', { form: { 'patient[name]': name!, 'patient[email]': email! } });
  }
});
afterAll(() => service.close());

const idsOf = async (query: string) => (await service.list(query)).patients.map(({ id }) => id);

test.each([
  ['name=ana', [1, 3]],
  ['name=S%C3%81NCHEZ', [1]],
  ['name=sanchez', [1]],
  ['name=zolty', [2]],
  ['name=%C5%82ukasz', [2]],
  ['name=STRASSE', [6]],
  ['name=50%25', [4]],
  ['name=%25', []],
  ['email=_', []],
  ['email=jf_', [4]],
  ['name=%5C', []],
  ['name=drop%20table', [5]],
  ["name=O'B", [5]],
  ['email=post.EXAMPLE', [3, 4, 5, 6]],
  ['email=mueller', [3]],
  ['name=ana&email=post', [3]],
  ['name=nobody', []],
  ['id=2', [2]],
  ['id=2&id=4', [2, 4]],
  ['id[]=4&id[]=2', [2, 4]],
  ['id%5B%5D=4&id=1', [1, 4]],
  ['id=999', []],
  ['id=99999999999999999999', []],
  ['id=1&name=zolty', []],
  ['', [1, 2, 3, 4, 5, 6]],
])('list ?%s gives %j', async (query, expected) => {
  expect(await idsOf(`?${query}`)).toEqual(expected);
});

test.each([
  ['page=1&per_page=4', [1, 2, 3, 4], { current_page: 1, next_page: 2, prev_page: null, total_pages: 2 }],
  ['page=2&per_page=4', [5, 6], { current_page: 2, next_page: null, prev_page: 1, total_pages: 2 }],
  ['page=3&per_page=4', [], { current_page: 3, next_page: null, prev_page: 2, total_pages: 2 }],
  ['page=2&per_page=1&email=post', [4], { current_page: 2, next_page: 3, prev_page: 1, total_pages: 4 }],
  ['per_page=100', [1, 2, 3, 4, 5, 6], { current_page: 1, next_page: null, prev_page: null, total_pages: 1 }],
  ['name=nobody', [], { current_page: 1, next_page: null, prev_page: null, total_pages: 1 }],
])('page ?%s', async (query, ids, meta) => {
  const answer = await service.list(`?${query}`);
  expect(answer.patients.map(({ id }) => id)).toEqual(ids);
  expect(answer.meta).toMatchObject(meta);
});

test('a page holds ten unless it is told otherwise', async () => {
  const other = await openService();
  for (let n = 0; n < 11; n++) await other.patient('POST', '/patients');
  const { patients, meta } = await other.list();
  expect(patients).toHaveLength(10);
  expect(meta).toEqual({ current_page: 1, next_page: 2, prev_page: null, total_pages: 2, total_entries: 11 });
  await other.close();
});

test.each([
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=x', 'page'],
  ['page=1.5', 'page'],
  ['page=', 'page'],
  ['page=1&page=2', 'page'],
  ['per_page=0', 'per_page'],
  ['per_page=101', 'per_page'],
  ['id=x', 'id'],
  ['id[]=1&id[]=-1', 'id[]'],
  ['name=a&name=b', 'name'],
  // Passed over, each of these would show everybody where a few were asked for.
  ['id[0]=1', 'id[0]'],
  ['id[a]=1', 'id[a]'],
  ['ids=1', 'ids'],
  ['ID=1', 'ID'],
  ['id=', 'id'],
  ['id[]=', 'id[]'],
  ['id=1,2', 'id'],
  ['name[]=ana', 'name[]'],
  ['name[0]=ana', 'name[0]'],
  ['Name=ana', 'Name'],
  ['patient[name]=ana', 'patient[name]'],
  ['email[]=post', 'email[]'],
  ['e-mail=post', 'e-mail'],
  ['per-page=1', 'per-page'],
  ['perPage=1', 'perPage'],
  ['Page=2', 'Page'],
  ['page[]=2', 'page[]'],
  ['phone=1', 'phone'],
  ['__proto__=1', '__proto__'],
  // Of these the database looks at nothing.
  ['name=%00', 'name'],
  ['name=ana%00x', 'name'],
  ['email=%00', 'email'],
  ['name=%CC%81', 'name'],
  ['name=%CC%81%CC%88', 'name'],
  ['email=%CC%81', 'email'],
])('list ?%s is refused with 422 on %s', async (query, field) => {
  const problem = await service.problem('GET', `/patients?${query}`);
  expect(problem).toMatchObject({ status: 422, code: 'rule_broken', errors: [{ field }] });
});

test('a parameter that is written in another way is told the right one, and all are named', async () => {
  const { errors } = await service.problem('GET', '/patients?per-page=1&Name=ana&id[0]=1&phone=1');
  expect(errors).toEqual([
    { field: 'per-page', message: 'is not a parameter of this operation; it is written per_page' },
    { field: 'Name', message: 'is not a parameter of this operation; it is written name' },
    { field: 'id[0]', message: 'is not a parameter of this operation; it is written id' },
    { field: 'phone', message: 'is not a parameter of this operation' },
  ]);
});

test('the token in the query is a parameter of every operation; nothing else makes an empty patient', async () => {
  const other = await openService();
  const token = `access_token=${other.token}`;
  expect((await other.send('GET', `/patients?${token}`, { token: null })).status).toBe(200);
  const problem = await other.problem('POST', `/patients?patient[name]=Ana&${token}`, { token: null });
  expect(problem).toMatchObject({ status: 422, errors: [{ field: 'patient[name]' }] });
  expect((await other.list()).meta.total_entries).toBe(0);
  await other.close();
});

test('both wrong parameters are named at once', async () => {
  const problem = await service.problem('GET', '/patients?page=0&per_page=1000');
  expect(problem.errors?.map(({ field }) => field)).toEqual(['page', 'per_page']);
});

test('a filter longer than the database takes as a pattern is refused', async () => {
  // One sign that is eighteen letters without its ligature.
  for (const query of [`name=${'%EF%B7%BA'.repeat(1700)}`, `email=${'a'.repeat(1001)}`]) {
    expect(await service.problem('GET', `/patients?${query}`)).toMatchObject({ status: 422, code: 'rule_broken' });
  }
  expect(await idsOf(`?name=${'%EF%B7%BA'.repeat(1000)}`)).toEqual([]);
});
