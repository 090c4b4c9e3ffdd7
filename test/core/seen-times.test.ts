import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepSeenTimes } from '../../src/core/seen-times.ts';
import { tempFolder } from '../support/temp-folder.ts';

const at = (folder: string, service = 'https://a.example') =>
  keepSeenTimes({ folder, scope: { profile: 'local', service } });

test('the usual time is the middle of the last five that were seen, of this service and kind', async () => {
  const folder = join(tempFolder(), 'times');
  const times = at(folder);
  expect((await times.usual())('face 30')).toBeUndefined();
  await times.note('face 30', 90.2);
  expect((await times.usual())('face 30'), 'one is nearer than a table').toBe(90);
  await times.note('face 30', 7.4);
  expect((await times.usual())('face 30'), 'the first one started the service').toBe(7);
  await times.note('face 30', 8.6);
  expect((await at(folder).usual())('face 30')).toBe(9);
  const { profile, service } = { profile: 'other', service: 'https://a.example' };
  expect((await keepSeenTimes({ folder, scope: { profile, service } }).usual())('face 30')).toBeUndefined();
  for (const seconds of [5, 5, 5, 5]) await times.note('face 30', seconds);
  expect((await times.usual())('face 30')).toBe(5);
});

test('after a restart at another address the usual time was that of the table again', async () => {
  const folder = join(tempFolder(), 'times');
  for (const seconds of [6, 6]) await at(folder, 'http://127.0.0.1:8080').note('mammo 150', seconds);
  const moved = at(folder, 'https://clinic.example');
  expect((await moved.usual())('mammo 150')).toBe(6);
  await moved.note('mammo 150', 20);
  expect((await moved.usual())('mammo 150'), 'what was seen there goes before it').toBe(20);
});

test('after models of one kind in seconds, another kind was told in the minutes of the table', async () => {
  const times = at(join(tempFolder(), 'times'));
  for (const seconds of [10, 10]) await times.note('face 60', seconds);
  const usual = await times.usual();
  expect(usual('face 150'), 'slower by the table').toBe(25);
  expect(usual('face 30'), 'a quicker one takes no longer').toBe(10);
  expect(usual('body 45')).toBe(10);
  await times.note('mammo 30', 300);
  expect((await times.usual())('body 45'), 'one that is slow makes no other slow').toBe(10);
  expect((await times.usual())('face 30')).toBe(10);
  const slow = at(join(tempFolder(), 'times'));
  await slow.note('face 150', 600);
  expect((await slow.usual())('face 30'), 'never longer than by the table').toBe(30);
});

test('Face, seen while others were made, was told as longer than Head', async () => {
  const times = at(join(tempFolder(), 'times'));
  await times.note('face 30', 40);
  await times.note('face 60', 35);
  await times.note('mammo 45', 12);
  const usual = await times.usual();
  expect([30, 60, 150].map((table) => usual(`face ${table}`))).toEqual([35, 35, 40]);
  expect(usual('mammo 45'), 'another type is another matter').toBe(12);
  const slow = at(join(tempFolder(), 'times'));
  await slow.note('face 30', 10);
  await slow.note('face 60', 100);
  expect((await slow.usual())('face 150'), 'a slower one, by the table, is not guessed as quicker').toBe(100);
});

test('a damaged file, or one that cannot be written, changes nothing', async () => {
  const folder = tempFolder();
  const times = at(folder);
  await times.note('face 30', 5);
  const names = readdirSync(folder);
  const [name] = names;
  for (const text of ['', 'null', '[]', '{"face 30":"5"}', '{"face":[5]}', '{"face 30":[null,-1,"x"]}']) {
    for (const one of names) writeFileSync(join(folder, one), text);
    expect((await times.usual())('face 30')).toBeUndefined();
  }
  await times.note('face 30', 5);
  expect(readFileSync(join(folder, name!), 'utf8')).toBe('{"face 30":[5]}\n');
  chmodSync(folder, 0o500);
  await expect(times.note('face 30', 5)).resolves.toBeUndefined();
  chmodSync(folder, 0o700);
});
