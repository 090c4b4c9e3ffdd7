import { describe, expect, test } from 'vitest';
import type { PatientsAnswer } from '../../src/contract/answers.ts';
import { type ListWatch, watchList } from '../../src/core/list-watch.ts';
import { runMain } from '../support/run-main.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { type Recorded, record, TOKEN } from './recorder.ts';

const pageOf = (ids: readonly unknown[], total: unknown) => {
  const body = { patients: ids.map((id) => ({ id })), meta: { total_entries: total } };
  return { text: '', body: body as PatientsAnswer };
};

function watched(...pages: (readonly [ids: readonly unknown[], total: unknown])[]): ListWatch & { shown: unknown[] } {
  const watch = watchList();
  const shown = pages.flatMap(([ids, total]) => watch.fresh(pageOf(ids, total)).map((patient) => patient?.id));
  return { ...watch, shown };
}

test.each<[string, Parameters<typeof watched>, string | undefined]>([
  [
    'stood still',
    [
      [[1, 2], 3],
      [[3], 3],
    ],
    undefined,
  ],
  ['of nobody', [[[], 0]], undefined],
  [
    'of a service that does not count',
    [
      [[1, 2], undefined],
      [[3], undefined],
    ],
    undefined,
  ],
  ['of patients without ids', [[[null, null], 2]], undefined],
  [
    'lost one that was read',
    [
      [[1, 2], 4],
      [[4], 3],
    ],
    'the service counted 4 patients at first and 3 later',
  ],
  [
    'gained one',
    [
      [[1, 2], 3],
      [[3, 4], 4],
    ],
    'the service counted 3 patients at first and 4 later',
  ],
  [
    'moved on by one',
    [
      [[1, 2], 3],
      [[2, 3], 3],
    ],
    'patient 2 was listed twice',
  ],
  [
    'lost one and gained one',
    [
      [[1, 2], 4],
      [[4], 4],
    ],
    'the service counts 4 patients and listed 3',
  ],
  ['with a count that is a lie', [[[1, 2], 9]], 'the service counts 9 patients and listed 2'],
])('a list that %s', (_, pages, change) => {
  expect(watched(...pages).changeOfWhole()).toBe(change);
});

test('a patient that comes on two pages is shown once', () => {
  const watch = watched([[1, 2], 4], [[2, 3], 4], [[2, 4], 4]);
  expect(watch.shown).toEqual([1, 2, 3, 4]);
  expect(watch.count()).toBe(4);
});

test('a part of a list is not held against the count of the whole', () => {
  expect(watched([[1, 2], 40]).change()).toBeUndefined();
});

describe('recon patients list', () => {
  const query = ({ url }: Recorded) => new URL(url, 'http://x').searchParams;
  const list = async (totals: readonly number[], ...args: string[]) => {
    const { url } = await record((request) => {
      const page = Number(query(request).get('page'));
      const meta = {
        current_page: page,
        next_page: page < totals.length ? page + 1 : null,
        total_entries: totals[page - 1],
      };
      return { body: JSON.stringify({ patients: [{ id: page }], meta }) };
    });
    return runMain(['patients', 'list', ...args], { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN });
  };

  test('--all says that the list changed while it was read', async () => {
    const { exitCode, stderr, stdout } = await list([3, 3, 4], '--all', '-o', 'id');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '1\n2\n3\n' });
    expect(stderr).toContain('warning: the list changed while it was being read');
  });

  test.each([['--all'], ['--limit', '2'], ['--limit', '9']])(
    '%s %s of a list that stood still says nothing',
    async (...args) => {
      expect((await list([3, 3, 3], ...args)).stderr).not.toContain('warning');
    },
  );
});
