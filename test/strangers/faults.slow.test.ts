import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../support/recon-home.ts';
import { runMain } from '../support/run-main.ts';
import { everyNth } from '../support/thorough.ts';
import { calmAnswer, OPERATIONS, type StrangeOperation } from './operations.ts';
import { html, json, type Reaction, type Stranger, startStranger } from './stranger.ts';

const TOKEN = 'canary_5up3r53cr3tt0k3n';

interface Fault {
  name: string;
  reaction: Reaction | ((elsewhere: string) => Reaction);
  /** Exit code of a read and of a change. */
  read: number;
  change: number;
  /** A word of the service that the person must see. */
  says?: RegExp;
}

const redirect = (status: number) => (elsewhere: string) => ({
  status,
  headers: { location: `${elsewhere}/patients` },
});

const FAULTS: readonly Fault[] = [
  { name: '200 with HTML', reaction: html(200), read: 11, change: 10 },
  { name: '502 with HTML', reaction: html(502), read: 6, change: 10, says: /502/ },
  { name: 'cut JSON', reaction: { status: 200, body: '{"patients":[{"id":1,"na' }, read: 11, change: 10 },
  { name: 'empty 200', reaction: { status: 200 }, read: 11, change: 10 },
  {
    name: '401',
    reaction: json({ error: 'token expired' }, 401),
    read: 4,
    change: 4,
    says: /a new token in RECON_TOKEN, /,
  },
  { name: '403 with HTML', reaction: html(403), read: 4, change: 4 },
  { name: '404', reaction: json({}, 404), read: 3, change: 3 },
  {
    name: '422 with field errors',
    reaction: json(
      { code: 'invalid', detail: 'no', errors: [{ field: 'patient[email]', message: 'is not an address' }] },
      422,
    ),
    read: 5,
    change: 5,
    says: /is not an address/,
  },
  {
    name: '422 in the manner of Rails',
    reaction: json({ errors: { email: ['has already been taken'] } }, 422),
    read: 5,
    change: 5,
    says: /has already been taken/,
  },
  {
    name: '422 with one text',
    reaction: json({ error: 'the phone is too long' }, 422),
    read: 5,
    change: 5,
    says: /the phone is too long/,
  },
  {
    name: '429 for an hour',
    reaction: { status: 429, headers: { 'retry-after': '3600' }, body: '{}' },
    read: 6,
    change: 6,
  },
  { name: '302 to another host', reaction: redirect(302), read: 11, change: 10, says: /127\.0\.0\.1|localhost/ },
  { name: '307 to another host', reaction: redirect(307), read: 11, change: 11, says: /127\.0\.0\.1|localhost/ },
  { name: '308 to another host', reaction: redirect(308), read: 11, change: 11 },
];

let home: ReconHome;
let elsewhere: Stranger;
beforeAll(async () => {
  home = await makeHome();
  await runMain(['config', 'set', 'quiet-period', '1ms'], home.environment);
  elsewhere = await startStranger(() => json({ patients: [] }));
});
afterAll(async () => {
  await elsewhere.close();
  await home.remove();
});

/** Runs the operation against a service that answers its own request with the fault. */
async function meet(operation: StrangeOperation, reaction: Reaction) {
  const stranger = await startStranger(({ method, path }) =>
    operation.request.test(`${method} ${path}`) ? reaction : calmAnswer(method, path),
  );
  const finished = await runMain(operation.args, {
    ...home.environment,
    RECON_BASE_URL: stranger.baseUrl,
    RECON_TOKEN: TOKEN,
  });
  await stranger.close();
  const sent = stranger.requests.filter((request) => operation.request.test(request));
  return { ...finished, sent };
}

describe.each(everyNth(4, FAULTS))('$name', ({ reaction, read, change, says }) => {
  test.concurrent.each(OPERATIONS)('$name', async (operation) => {
    const actual = typeof reaction === 'function' ? reaction(elsewhere.baseUrl) : reaction;
    const { exitCode, stdout, stderr, sent } = await meet(operation, actual);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: operation.isChange ? change : read,
      stdout: '',
      stderr: expect.stringMatching(/^recon: \S/m),
    });
    if (says !== undefined) expect(stderr).toMatch(says);
    expect(stderr.match(/^recon: /gm)).toHaveLength(1);
    expect(stderr).not.toMatch(/\bat .+:\d+:\d+|node:internal|TypeError/);
    expect(stderr).not.toContain(TOKEN);
    expect(sent.length).toBeGreaterThan(0);
    // Looked for after each send and not found, it is sent again, and no more than three times; what cannot be looked
    // for is sent once.
    if (operation.isChange) expect(sent).toHaveLength(change === 10 && operation.canBeSeen ? 3 : 1);
    expect(elsewhere.requests).toEqual([]);
  });
});
