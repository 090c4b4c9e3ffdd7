import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browse, type Page } from '../support/oauth/scripted-browser.mjs';
import { type Desk, type OAuthClinic, openDesk, openOAuthClinic } from './oauth-home.ts';

let place: OAuthClinic;
let desk: Desk;

beforeAll(async () => {
  place = await openOAuthClinic();
});
afterAll(() => place.close());
beforeEach(async () => {
  desk = await openDesk(place);
});

const deny = (address: string) => browse(address, { login: 'ana', abort: true });

/** Goes to the page that the issuer would send the browser to, with an answer that is not the issuer's. */
const comeBack = (change: (answer: URLSearchParams) => void) => async (address: string) => {
  const { searchParams } = new URL(address);
  const answer = new URLSearchParams({
    code: 'a_code_of_nobody',
    state: searchParams.get('state')!,
    iss: place.issuer.url,
  });
  change(answer);
  return await browse(`${searchParams.get('redirect_uri')}?${answer}`);
};

describe('a login that fails leaves the earlier one as it was', () => {
  type Case = [string, string[], (address: string) => Promise<Page>, string];
  test.each<Case>([
    ['denied', [], deny, 'the login was denied at'],
    ['wrong state', [], comeBack((answer) => answer.set('state', 'of_another_login')), 'wrong state'],
    ['no state', [], comeBack((answer) => answer.delete('state')), 'wrong state'],
    ['wrong issuer', [], comeBack((answer) => answer.set('iss', 'https://evil.example')), 'wrong issuer'],
    ['no issuer', [], comeBack((answer) => answer.delete('iss')), 'wrong issuer'],
    ['a code of nobody', [], comeBack(() => {}), 'does not take the code that came back'],
    ['an error', [], comeBack((answer) => answer.set('error', 'of_no_norm')), 'refused the login (of_no_norm)'],
    ['device code denied', ['--device'], deny, 'the login was denied at'],
  ])('%s', async (_what, flags, visit, message) => {
    expect(await desk.logIn()).toMatchObject({ exitCode: 0 });
    const before = await desk.secrets();
    const failed = await desk.logIn(flags, visit);
    expect(failed).toMatchObject({ exitCode: 4, stdout: '', stderr: expect.stringContaining(message) });
    expect(failed.stderr).toContain('Try: recon login --');
    if (flags.length === 0) expect(failed.page?.text).toContain('The login failed');
    expect(await desk.secrets()).toEqual(before);
    expect(await desk.recon('patients', 'list')).toMatchObject({ exitCode: 0 });
  });
});

describe('with a code for another device', () => {
  test('approved', async () => {
    const login = await desk.logIn(['--device']);
    expect(login).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/on any device and type the code [\w-]+/),
    });
    expect(place.issuer.grants).toEqual(['urn:ietf:params:oauth:grant-type:device_code']);
    expect(await desk.recon('patients', 'list')).toMatchObject({ exitCode: 0 });
  });

  test('expired', async () => {
    place.issuer.ttl.deviceCode = 6;
    const login = await desk.logIn(['--device'], async () => ({ url: '', status: 0, text: '' }));
    expect(login).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('the code ran out before anybody logged in'),
    });
    expect(await desk.secrets()).toEqual({});
  });
});
