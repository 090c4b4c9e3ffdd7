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
  ['name=%25', [4]],
  ['email=_', [4]],
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
])('list ?%s is refused with 422 on %s', async (query, field) => {
  const problem = await service.problem('GET', `/patients?${query}`);
  expect(problem).toMatchObject({ status: 422, code: 'rule_broken', errors: [{ field }] });
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
