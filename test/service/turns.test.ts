import { expect, test } from 'vitest';
import { createTurns } from '../../src/service/turns.ts';

/** Work that begins and ends when it is told to; `begun` has the names in order. */
function openWork() {
  const turns = createTurns({ atOnce: 3, perAccount: 2 });
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const ask = (accountId: number, name: string) =>
    turns(accountId, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error))),
      );
    });
  const end = async (name: string, error?: Error) => {
    ends.get(name)!(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, end, begun };
}

test('one account never holds the turn of another, however much it asks for', async () => {
  const { ask, begun } = openWork();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(1, name);
  void ask(2, 'b1');
  await Promise.resolve();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

test('whose account has fewer turns goes first, then who has waited longer', async () => {
  const { ask, end, begun } = openWork();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(1, name);
  for (const name of ['b1', 'b2', 'b3']) void ask(2, name);
  void ask(3, 'c1');
  await Promise.resolve();
  for (const name of ['a1', 'b1', 'a2']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'b2', 'a3']);
});

test('work that fails gives its turn on and tells why', async () => {
  const { ask, end, begun } = openWork();
  const failing = ask(1, 'a1');
  for (const name of ['a2', 'a3']) void ask(1, name);
  await Promise.resolve();
  const told = expect(failing).rejects.toThrow('broken');
  await end('a1', new Error('broken'));
  await told;
  expect(begun).toEqual(['a1', 'a2', 'a3']);
});

test('who leaves the line has no turn, and those behind move up', async () => {
  const turns = createTurns({ atOnce: 1, perAccount: 1 });
  const begun: string[] = [];
  let end = () => {};
  const first = turns(1, () => new Promise<void>((resolve) => (end = resolve)));
  const leaving = new AbortController();
  const left = turns(1, async () => begun.push('left'), leaving.signal);
  const behind = turns(1, async () => begun.push('behind'));
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  end();
  await Promise.all([first, behind]);
  await expect(turns(1, async () => begun.push('late'), leaving.signal)).rejects.toThrow('gone');
  expect(begun).toEqual(['behind']);
});
