import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sealed, Unsealable, unsealed } from '../../../src/service/backup/sealing.ts';

const key = randomBytes(32);
const PIECE = 64 * 1024;

async function* cut(bytes: Uint8Array, size = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const seal = (bytes: Uint8Array, name = 'a') => buffer(sealed(cut(bytes), key, name));
const unseal = (bytes: Uint8Array, name = 'a', given = key) => buffer(unsealed(cut(bytes), given, name));

test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 7])('%i bytes come back', async (size) => {
  const bytes = randomBytes(size);
  const hidden = await seal(bytes);
  expect(hidden.length).toBe(32 + size + 16 * Math.max(1, Math.ceil(size / PIECE)));
  expect((await unseal(hidden)).equals(bytes)).toBe(true);
});

test('the same bytes are never sealed alike', async () => {
  const bytes = randomBytes(100);
  expect((await seal(bytes)).equals(await seal(bytes))).toBe(false);
});

const whole = await seal(randomBytes(3 * PIECE));
const piece = (at: number) => whole.subarray(32 + at * (PIECE + 16), 32 + (at + 1) * (PIECE + 16));
const salt = whole.subarray(0, 32);

test.each([
  ['nothing', Buffer.of()],
  ['a part of the salt', whole.subarray(0, 31)],
  ['the salt alone', salt],
  ['the last piece cut off', whole.subarray(0, -(PIECE + 16))],
  ['the last byte cut off', whole.subarray(0, -1)],
  ['a byte more', Buffer.concat([whole, Buffer.of(0)])],
  ['pieces in another order', Buffer.concat([salt, piece(1), piece(0), piece(2)])],
  ['a piece left out', Buffer.concat([salt, piece(0), piece(2)])],
  ['a bit of the salt changed', whole.map((byte, at) => (at === 3 ? byte ^ 1 : byte))],
  ['a bit of a piece changed', whole.map((byte, at) => (at === PIECE * 2 ? byte ^ 1 : byte))],
])('%s is refused', async (_, bytes) => {
  await expect(unseal(bytes)).rejects.toThrow(Unsealable);
});

test('another name or another key is refused', async () => {
  await expect(unseal(whole, 'b')).rejects.toThrow(Unsealable);
  await expect(unseal(whole, 'a', randomBytes(32))).rejects.toThrow(Unsealable);
});
