import { expect, test } from 'vitest';
import type { PatientsAnswer } from '../../src/contract/answers.ts';
import type { Reply } from '../../src/core/answer.ts';
import type { ListFilters } from '../../src/core/client.ts';
import { findAgreeing, findUnopposed } from '../../src/core/find-person.ts';
import { seededRandom } from '../chaos/scale.ts';

const PER_PAGE = 10;

/** A list that pages by position, and `between` which somebody else works. */
function pagedList(people: { id: number; name: string }[], between: (pagesServed: number) => void) {
  let served = 0;
  async function* eachPage({ page = 1 }: ListFilters): AsyncGenerator<Reply<PatientsAnswer>> {
    for (let at = page; ; at += 1) {
      const patients = people.slice((at - 1) * PER_PAGE, at * PER_PAGE);
      const isLast = people.length <= at * PER_PAGE;
      yield { text: '', body: { patients, meta: { total_entries: people.length } } as PatientsAnswer };
      served += 1;
      between(served);
      if (isLast) return;
    }
  }
  return { eachPage, listNobody: () => Promise.reject(new Error('not asked for')), served: () => served };
}

const peopleOf = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `Person ${at}` }));

test('who is on the list all the time is found, however many others are deleted meanwhile', async () => {
  const random = seededRandom('deleted meanwhile');
  let deleted = 0;
  for (let trial = 0; trial < 300; trial++) {
    const people = peopleOf(20 + Math.floor(random() * 100));
    const wanted = people[Math.floor(random() * people.length)]!;
    wanted.name = 'Wanted Sample';
    const list = pagedList(people, () => {
      for (let times = Math.floor(random() * 3); times > 0; times -= 1) {
        const at = Math.floor(random() * people.length);
        if (people[at] !== wanted && random() < 0.5) deleted += people.splice(at, 1).length;
      }
    });
    const found = await findUnopposed(list, { name: 'Wanted Sample' });
    expect(found.map((one) => one?.id)).toEqual([wanted.id]);
  }
  expect(deleted).toBeGreaterThan(300);
});

test('a deletion costs a page or two, not the whole list again', async () => {
  const people = peopleOf(100);
  const list = pagedList(people, (served) => served === 8 && people.splice(0, 1));
  await findUnopposed(list, { name: 'Nobody There' });
  expect(list.served()).toBeLessThanOrEqual(12);
});

test('a list that shrinks faster than it is read is no proof of anything', async () => {
  const people = peopleOf(2_000);
  const list = pagedList(people, () => people.splice(0, PER_PAGE));
  await expect(findUnopposed(list, { name: 'Nobody There' })).rejects.toMatchObject({ code: 'unavailable' });
});

test.each([
  ['the name itself tells', { name: 'Öztürk, Ayşe', phone: '1234567' }, undefined],
  ['the list tells', { name: 'Ayşe Öztürk', phone: '1234567' }, 'Öztürk, Ayşe'],
])('somebody is found by a name in either order: %s', async (_how, patient, alsoNamed) => {
  for (const kept of ['Öztürk, Ayşe', 'Ayşe Öztürk']) {
    const asked: unknown[] = [];
    async function* eachPage({ name }: ListFilters): AsyncGenerator<Reply<PatientsAnswer>> {
      asked.push(name);
      const patients = name === kept ? [{ id: 7, name: kept, phone: '1234567' }] : [];
      yield { text: '', body: { patients, meta: { total_entries: patients.length } } as unknown as PatientsAnswer };
    }
    const listNobody = () => Promise.reject(new Error('not asked for'));
    expect(await findAgreeing({ eachPage, listNobody }, patient, { alsoNamed })).toMatchObject({ same: ['7'] });
    expect(asked).toHaveLength(2);
  }
});
