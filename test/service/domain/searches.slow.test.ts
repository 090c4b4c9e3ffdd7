import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { type Account, addAccount } from '../../../src/service/domain/accounts.ts';
import { deletePatient, transferPatient } from '../../../src/service/domain/delete-and-transfer.ts';
import { foldText } from '../../../src/service/domain/fold.ts';
import { listPatients, type PatientFilters } from '../../../src/service/domain/list.ts';
import { changePatient, insertPatient } from '../../../src/service/domain/patients.ts';
import { openPlaces } from '../../../src/service/open-places.ts';
import { createRandom } from '../../../src/service/seed/random.ts';
import { openTestDatabase, postgresPrograms } from '../../support/postgres.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** Patients as a plain list, to compare with. */
interface Person {
  id: number;
  ownerId: number;
  name: string;
  email: string;
}

const GIVEN = [
  'Ana',
  'ÁNA MARÍA',
  'Li',
  'Wu',
  "O'Brien",
  'Jean-François',
  'Straße',
  'Zoë',
  '小明',
  '山田',
  'Иван',
  '-',
  'O',
];
const FAMILY = [
  'Sánchez',
  'Müller',
  'li',
  '50%',
  'a_b',
  'x"y',
  'st*r',
  '[x]',
  'back\\slash',
  '😀😀',
  'Anan',
  'ﬁne',
  ' ',
  '',
];
const FILTERS = [
  ...[
    'ana',
    'ANA',
    'ána m',
    'nan',
    'anan',
    'ana ana',
    'straße',
    'STRASSE',
    'sse',
    "o'b",
    'jean-f',
    'n-f',
    'zoe',
    '小明s',
    '山田 ',
  ],
  ...[
    'ива',
    '50%',
    '0% ',
    'a_b',
    'x"y',
    'st*',
    't*r',
    '[x]',
    'k\\s',
    '😀😀😀',
    ' 😀😀',
    'fin',
    'ﬁn',
    '   ',
    'nobody',
    'ullers',
  ],
  // Where two words meet, with one to three and more characters on each side.
  ...['a s', 'ána sán', 'na sa', 'a sanchez', 'maría m', 'MARÍA MÜLLER', 'li li', 'u m', 'ana li', 'na maria l'],
  ...[
    '小明 sán',
    '山田 ﬁn',
    'zoe 😀😀',
    'e 50%',
    'straße a_b',
    'ana nobody',
    'ana  ',
    '  ',
    ' ana',
    'ana maria muller x',
  ],
];
const SHORT = [
  'l',
  'li',
  'L ',
  'wu',
  'a',
  'an',
  'o',
  '-',
  "o'",
  '小',
  '小明',
  '😀',
  '😀😀',
  's',
  'sa',
  'ß',
  '%',
  '_',
  '*',
  '?',
  '[',
  '[x',
  'ив',
  'x',
];

async function openListStore(isShared: boolean) {
  const shared = isShared ? await openTestDatabase() : undefined;
  const places = { dataFolder: tempFolder(), ...(shared && { databaseUrl: shared.url }) };
  const { store, close } = await openPlaces(places, systemClock, () => {});
  onTestFinished(async () => {
    await close();
    await shared?.drop();
  });
  const people: Person[] = [];
  const random = createRandom(7);
  const add = async (owner: Account, name: string, email: string) => {
    const id = await store.database.transact((db) =>
      insertPatient(db, owner, { patient: { name, email }, isAsync: false, now: 0 }),
    );
    people.push({ id, ownerId: owner.id, name, email });
  };
  const addSome = async (owner: Account, count: number) => {
    for (let n = 0; n < count; n++) {
      const name = `${random.pick(GIVEN)} ${random.pick(FAMILY)}`;
      await add(owner, name, `${name.replaceAll(' ', '.')}.${n}@example.org`);
    }
  };
  return { store, people, random, add, addSome };
}

const isFound = (text: string, filter: string) => {
  const [folded, part] = [foldText(text), foldText(filter)];
  const word = part.trim();
  if ([...part].length > 2 || word === '') return folded.includes(part);
  return [...folded].some(
    (_, at, all) => (at === 0 || /[^a-z0-9]/.test(all[at - 1]!)) && all.slice(at).join('').startsWith(word),
  );
};

const expected = (people: readonly Person[], owner: Account, { name = '', email = '' }: PatientFilters) =>
  people
    .filter((one) => one.ownerId === owner.id && isFound(one.name, name) && isFound(one.email, email))
    .map(({ id }) => id)
    .sort((a, b) => a - b);

type Opened = Awaited<ReturnType<typeof openListStore>>;

/** All ids, page after page. */
async function walk({ store }: Opened, owner: Account, filters: PatientFilters, perPage: number): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const { patients, meta } = await listPatients(store, owner, { ...filters, page, perPage });
    ids.push(...patients.map(({ id }) => id));
    if (meta.next_page === null) {
      expect(meta.total_entries).toBe(ids.length);
      return ids;
    }
  }
}

/** Resolves when the index has all patients but the newest few. */
async function indexed({ store }: Opened): Promise<void> {
  const behind = sql<{ behind: number }>`
    select (select max(id) from patients) - min(indexed_to, joined_to) as behind from search_progress`;
  await expect.poll(async () => (await behind.execute(store.db)).rows[0]!.behind).toBeLessThan(64);
}

describe.each([
  ['SQLite', false],
  ['PostgreSQL', true],
])('on %s', (_, isShared) => {
  const isMissing = isShared && postgresPrograms() === undefined;
  test.skipIf(isMissing)('what a filter finds is what contains it; one or two characters begin a word', async () => {
    const opened = await openListStore(isShared);
    const { store, people, random, addSome } = opened;
    const [main, other] = [await addAccount(store, 'one'), await addAccount(store, 'two')];
    for (let round = 0; round < 3; round++) {
      await addSome(main, 70);
      await addSome(other, 7);
    }
    if (!isShared) await indexed(opened);
    const all = [...FILTERS, ...SHORT];
    const searched = [
      ...all.map((name) => ({ name })),
      ...all.filter((_, at) => at % 3 === 0).map((email) => ({ email })),
      ...['ana', 'li', '😀😀', 'example.org'].map((email) => ({ name: 'ana', email })),
    ];
    for (const filters of searched) {
      const owner = random.pick([main, main, other]);
      expect([filters, await walk(opened, owner, filters, 100)]).toEqual([filters, expected(people, owner, filters)]);
    }
  });

  test.skipIf(isMissing)('a person is found by the whole name, however short it is', async () => {
    const opened = await openListStore(isShared);
    const { store, people, add } = opened;
    const owner = await addAccount(store, 'one');
    const names = [
      '-',
      'O',
      ' O',
      '--',
      '-O',
      'é',
      '李',
      '.',
      'Li',
      '😀',
      '%',
      '_',
      '*',
      '[',
      ']',
      '^',
      '\\',
      "'",
      '"',
    ];
    for (const name of names) await add(owner, name, 'x@example.org');
    for (const [at, name] of names.entries()) {
      expect([name, await walk(opened, owner, { name }, 100)]).toEqual([
        name,
        expect.arrayContaining([people[at]!.id]),
      ]);
    }
  });

  test.skipIf(isMissing)('lists stay right while patients come, go, move and change their names', async () => {
    const opened = await openListStore(isShared);
    const { store, people, random, addSome } = opened;
    const main = await addAccount(store, 'main one');
    const sub = await addAccount(store, 'sub one', 'main one');
    await addSome(main, 200);
    const searched = [
      {},
      { name: 'ana' },
      { name: 'li' },
      { email: 'example' },
      { name: 'nobody' },
      { name: 'a' },
      { name: 'ana li' },
    ];
    for (let round = 0; round < 40; round++) {
      const one = random.pick(people.filter(({ ownerId }) => ownerId === main.id));
      const change = random.integer(4);
      if (change === 0) {
        await deletePatient(store, main, one.id);
        people.splice(people.indexOf(one), 1);
      } else if (change === 1) {
        await transferPatient(store, main, { id: one.id, targetId: sub.id });
        one.ownerId = sub.id;
      } else if (change === 2) {
        one.name = `${random.pick(GIVEN)} ${random.pick(FAMILY)}`;
        await changePatient(store.db, main.id, one.id, { name: one.name });
      } else {
        await addSome(random.pick([main, sub]), 3);
      }
      const filters = random.pick(searched);
      for (const owner of [main, sub]) {
        expect(await walk(opened, owner, filters, 5 + random.integer(60))).toEqual(expected(people, owner, filters));
      }
    }
    if (!isShared) await indexed(opened);
    for (const filters of searched) {
      for (const owner of [main, sub])
        expect(await walk(opened, owner, filters, 7)).toEqual(expected(people, owner, filters));
    }
  });

  test.skipIf(isMissing)('every page is the right one, however far apart the ids are', async () => {
    const opened = await openListStore(isShared);
    const { store, people, addSome } = opened;
    const [one, two] = [await addAccount(store, 'one'), await addAccount(store, 'two')];
    for (let round = 0; round < 6; round++) {
      await addSome(one, 30);
      await addSome(two, 3);
      // Two of SQLite's stretches, and the half of one of PostgreSQL's.
      const next = people.at(-1)!.id + 16_370;
      if (isShared) await sql`select setval('patients_id_seq', ${next})`.execute(store.db);
      else await sql`update sqlite_sequence set seq = ${next} where name = 'patients'`.execute(store.db);
    }
    for (const owner of [one, two]) {
      for (const filters of [{}, { name: 'ana' }, { name: 'a' }, { email: 'example' }, { name: 'nobody' }]) {
        expect(await walk(opened, owner, filters, 7)).toEqual(expected(people, owner, filters));
        await deletePatient(
          store,
          owner,
          people.splice(
            people.findLastIndex(({ ownerId }) => ownerId === owner.id),
            1,
          )[0]!.id,
        );
        expect(await walk(opened, owner, filters, 9)).toEqual(expected(people, owner, filters));
      }
    }
    const { patients, meta } = await listPatients(store, one, { page: 1_000_000 });
    expect([patients, meta.next_page, meta.total_entries]).toEqual([[], null, 175]);
  });

  test.skipIf(isMissing)('a count was right at one moment of its request, while others write', async () => {
    const opened = await openListStore(isShared);
    const { store, people, addSome } = opened;
    const owner = await addAccount(store, 'one');
    await addSome(owner, 40);
    const [made, gone] = [
      { begun: 40, ended: 40 },
      { begun: 0, ended: 0 },
    ];
    const during = async (change: typeof made, work: Promise<void>) => {
      change.begun += 1;
      await work;
      change.ended += 1;
    };
    const creating = async () => {
      for (let n = 0; n < 60; n++) await during(made, addSome(owner, 1));
    };
    const deleting = async () => {
      for (const { id } of people.slice(0, 30))
        await during(
          gone,
          deletePatient(store, owner, id).then(() => undefined),
        );
    };
    let isOver = false;
    const counting = async (filters: PatientFilters) => {
      while (!isOver) {
        const least = made.ended;
        const mostGone = gone.ended;
        const { total_entries: entries } = (await listPatients(store, owner, filters)).meta;
        expect(entries).toBeGreaterThanOrEqual(least - gone.begun);
        expect(entries).toBeLessThanOrEqual(made.begun - mostGone);
        await new Promise(setImmediate);
      }
    };
    const changes = Promise.all([creating(), deleting()]).finally(() => {
      isOver = true;
    });
    await Promise.all([changes, counting({}), counting({ email: 'example' }), counting({ email: 'org' })]);
    expect((await listPatients(store, owner, { email: 'example' })).meta.total_entries).toBe(70);
  });
});
