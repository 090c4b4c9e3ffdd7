import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { namesKey, openKnownNames } from '../../src/config/known-names.ts';
import { faultyKeyring, workingKeyring } from './keyrings/keyrings.ts';
import { temporaryHome } from './temporary-home.ts';

const OWNER = { profile: 'clinic', service: 'https://recon.example' };
const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const maria = { id: '41', name: 'Maria Silva', shownAt: NOW };

let folder: string;
let key: Buffer;
beforeEach(async () => {
  folder = join((await temporaryHome()).home, 'state/names');
  key = randomBytes(32);
});

async function filled(owner = OWNER) {
  const place = openKnownNames(folder, owner);
  expect(await place.write([maria], key, await place.mark())).toBe(true);
  return place;
}
const file = async () => join(folder, (await readdir(folder))[0]!);

test('names are kept encrypted, for this person alone', async () => {
  const place = await filled();
  expect(await place.read(key, NOW)).toEqual([maria]);
  const bytes = await readFile(await file());
  expect(bytes.includes('Maria')).toBe(false);
  expect((await stat(await file())).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test.each([
  ['just before a quarter of an hour', 15 * MINUTE - 1, 1],
  ['after a quarter of an hour', 15 * MINUTE, 0],
  ['by a clock that was set back', -1, 0],
])('%s', async (_when, later, count) => {
  expect(await (await filled()).read(key, NOW + later)).toHaveLength(count);
});

test.each([
  ['profile', { ...OWNER, profile: 'other' }],
  ['service', { ...OWNER, service: 'https://other.example' }],
])('another %s reads none of these names, even from this file and with this key', async (_what, owner) => {
  await filled();
  const own = await file();
  const other = await filled(owner);
  expect(await other.read(key, NOW)).toHaveLength(1);
  const others = (await readdir(folder)).map((name) => join(folder, name)).filter((path) => path !== own);
  expect(others).toHaveLength(1);
  await writeFile(others[0]!, await readFile(own));
  expect(await other.read(key, NOW)).toEqual([]);
});

test('another key opens nothing', async () => {
  expect(await (await filled()).read(randomBytes(32), NOW)).toEqual([]);
});

test('a file with any byte changed, cut off or empty opens nothing', async () => {
  const place = await filled();
  const sound = await readFile(await file());
  for (let at = 0; at < sound.length; at++) {
    const damaged = Buffer.from(sound);
    damaged[at]! ^= 1;
    await writeFile(await file(), damaged);
    expect(await place.read(key, NOW), `byte ${at}`).toEqual([]);
    await writeFile(await file(), sound.subarray(0, at));
    expect(await place.read(key, NOW), `first ${at}`).toEqual([]);
  }
});

test('what another command has erased or written meanwhile is not undone', async () => {
  const place = await filled();
  const mark = await place.mark();
  await place.erase();
  expect(await place.write([maria], key, mark)).toBe(false);
  expect(await place.read(key, NOW)).toEqual([]);
  expect(await place.write([maria], key, await place.mark())).toBe(true);
});

test('what any profile left too long ago is erased', async () => {
  const place = await filled();
  await place.eraseOld(Date.now());
  expect((await stat(await file())).size).toBeGreaterThan(0);
  await utimes(await file(), NOW / 1000, (Date.now() - 16 * MINUTE) / 1000);
  await place.eraseOld(Date.now());
  expect((await stat(await file())).size).toBe(0);
});

test('the key is made once, and only the keyring has it', async () => {
  const { keyring, secrets } = await workingKeyring((await temporaryHome()).home);
  const made = await namesKey(keyring, OWNER);
  expect(made).toHaveLength(32);
  expect(await namesKey(keyring, OWNER)).toEqual(made);
  expect(await namesKey(keyring, { ...OWNER, profile: 'other' })).not.toEqual(made);
  expect(await secrets()).toContain(made!.toString('base64'));
});

test.each(['no-service', 'locked', 'forgetful', 'not-installed'] as const)(
  'with a keyring (%s) there is no key',
  async (fault) => expect(await namesKey(faultyKeyring(fault), OWNER)).toBeUndefined(),
);
