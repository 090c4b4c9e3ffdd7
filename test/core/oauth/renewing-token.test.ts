import { expect, test } from 'vitest';
import { renewingToken } from '../../../src/core/oauth/renewing-token.ts';
import { ReconError } from '../../../src/errors.ts';
import type { Grant } from '../../../src/system/grant.ts';

const FIRST: Grant = {
  login: 'a',
  issuer: 'https://login.example',
  clientId: 'recon',
  accessToken: 'token-1',
  refreshToken: 'refresh-1',
  renewAt: 800,
  expiresAt: 1000,
};

/** A kept grant, an issuer that gives numbered tokens for 1000 ms, and a clock that stands still. */
function scene(over: Partial<Grant> = {}) {
  const state = {
    ...{ now: 0, kept: { ...FIRST, ...over } as Grant | undefined, failure: undefined as unknown },
    isFull: false,
  };
  const renewed: string[] = [];
  const clock = { now: () => state.now, monotonic: () => state.now, sleep: async () => {} };
  const token = renewingToken({
    grant: { ...FIRST, ...over },
    change: async (renew) => {
      if (state.kept === undefined) return undefined;
      const next = await renew(state.kept);
      if (!state.isFull) state.kept = next;
      return next;
    },
    renew: async (kept) => {
      if (state.failure !== undefined) throw state.failure;
      renewed.push(kept.accessToken);
      const accessToken = `token-${renewed.length + 1}`;
      return { ...kept, accessToken, renewAt: state.now + 800, expiresAt: state.now + 1000 };
    },
    clock,
  });
  return { state, renewed, token };
}

test('it is used until shortly before its end, and then renewed', async () => {
  const { state, renewed, token } = scene();
  state.now = 799;
  expect(await token()).toBe('token-1');
  state.now = 800;
  expect(await token()).toBe('token-2');
  state.now = 1599;
  expect(await token()).toBe('token-2');
  expect(renewed).toEqual(['token-1']);
});

test('several that ask at once are served by one renewal', async () => {
  const { renewed, token } = scene();
  expect(await Promise.all([token('token-1'), token('token-1'), token('token-1')])).toEqual(Array(3).fill('token-2'));
  // One that was on its way with the first token while it was renewed.
  expect(await token('token-1')).toBe('token-2');
  expect(renewed).toEqual(['token-1']);
});

test('a token that another process has renewed is taken over', async () => {
  const { state, renewed, token } = scene();
  state.kept = { ...FIRST, accessToken: 'token-of-another', renewAt: 5000, expiresAt: 6000 };
  state.now = 900;
  expect(await token()).toBe('token-of-another');
  expect(renewed).toEqual([]);
});

test.each<[string, Partial<Grant>, Partial<Grant>]>([
  ['another person', { subject: 'ana' }, { subject: 'ben' }],
  ['nobody knows who', {}, {}],
])('a login that has taken its place is not used: %s', async (_who, first, other) => {
  const { state, renewed, token } = scene(first);
  state.kept = { ...FIRST, ...other, login: 'b', accessToken: 'token-of-another' };
  await expect(token('token-1')).rejects.toMatchObject({
    code: 'not_logged_in',
    message: 'another login has taken the place of the one at login.example; nothing more was sent',
  });
  expect({ renewed, kept: state.kept.accessToken }).toEqual({ renewed: [], kept: 'token-of-another' });
});

test('a new login of the same person is used', async () => {
  const { state, token } = scene({ subject: 'ana' });
  state.kept = { ...FIRST, subject: 'ana', login: 'b', accessToken: 'token-of-ana' };
  expect(await token('token-1')).toBe('token-of-ana');
});

test('a renewed token that could not be kept is the one that is renewed next, not the spent one', async () => {
  const { state, renewed, token } = scene();
  state.isFull = true;
  for (const now of [800, 1600, 2400]) {
    state.now = now;
    await token();
  }
  expect(renewed).toEqual(['token-1', 'token-2', 'token-3']);
  state.isFull = false;
  state.now = 3200;
  expect(await token()).toBe('token-5');
  expect(state.kept?.accessToken).toBe('token-5');
});

test('an issuer that is away: the token is used as long as it holds, and then it is told', async () => {
  const { state, token } = scene();
  state.failure = new ReconError('network', 'away');
  state.now = 900;
  expect(await token()).toBe('token-1');
  state.now = 1000;
  await expect(token()).rejects.toMatchObject({ code: 'network' });
  await expect(token('token-1')).rejects.toMatchObject({ code: 'network' });
});

test('an issuer that is away is asked again after a while, not at each request', async () => {
  const { state, renewed, token } = scene({ renewAt: 100, expiresAt: 1_000_000 });
  state.failure = new ReconError('network', 'away');
  state.now = 200;
  expect(await token()).toBe('token-1');
  state.failure = undefined;
  state.now = 30_199;
  expect(await token()).toBe('token-1');
  expect(renewed).toEqual([]);
  state.now = 30_200;
  expect(await token()).toBe('token-2');
});

test('a login that has ended is told before the token ends', async () => {
  const { state, token } = scene();
  state.failure = new ReconError('not_logged_in', 'ended');
  state.now = 900;
  await expect(token()).rejects.toMatchObject({ code: 'not_logged_in' });
});

test('a login that another process has removed is not brought back', async () => {
  const { state, token } = scene();
  state.kept = undefined;
  await expect(token('token-1')).rejects.toMatchObject({
    code: 'not_logged_in',
    message: 'the login at login.example is not kept here any more',
  });
});

test('without a way to renew it, it is used to its end', async () => {
  const { refreshToken: _, ...rest } = FIRST;
  const { state, renewed, token } = scene();
  const plain = renewingToken({
    grant: rest,
    change: async (renew) => await renew(rest),
    renew: async () => {
      throw new ReconError('not_logged_in', 'nothing to renew it with');
    },
    clock: { now: () => state.now, monotonic: () => state.now, sleep: async () => {} },
  });
  state.now = 999;
  expect(await plain()).toBe('token-1');
  state.now = 1000;
  await expect(plain()).rejects.toMatchObject({ code: 'not_logged_in' });
  expect([renewed, await token('token-0')]).toEqual([[], 'token-1']);
});
