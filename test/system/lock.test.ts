import { expect, test } from 'vitest';
import { withLock } from '../../src/system/lock.ts';
import { failureOf } from '../http/quick.ts';

const deep = (name: string) => `export:/${'a-long-folder-name/'.repeat(10)}${name}`;

test('names that are equal for as long as a socket’s may be are still two', async () => {
  const both = withLock(deep('one'), 'one', () => withLock(deep('two'), 'two', async () => 'both'));
  expect(await both).toBe('both');
});

test('a long name is held like any other', async () => {
  await withLock(deep('one'), 'one', async () => {
    expect(await failureOf(withLock(deep('one'), 'one', async () => {}))).toMatchObject({ code: 'busy' });
  });
});
