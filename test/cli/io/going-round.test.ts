import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';

const [UP, DOWN] = ['\u001b[A', '\u001b[B'];

let service: TestService;
let home: ReconHome;
beforeAll(async () => {
  [service, home] = await Promise.all([openService(), makeHome()]);
  for (let at = 1; at <= 20; at += 1) {
    await service.patient('POST', '/patients', { form: { 'patient[name]': `${at < 4 ? 'Short' : 'Long'} ${at}` } });
  }
});
afterAll(() => Promise.all([service.close(), home.remove()]));

const typing = (args: string[], answers: Keys[]) =>
  typeMain(args, { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token }, answers);

test('a list of answers that is all on the screen goes round at both ends', async () => {
  const { asked, exitCode } = await typing(
    ['invite', '1'],
    [
      [/❯ mammo[\s\S]*Esc/, UP],
      [/❯ body/, DOWN],
      [/❯ mammo/, UP],
      [/❯ body/, '\r'],
      [/body \(.*Make this link\?/s, '\r'],
    ],
  );
  expect({ asked, exitCode }).toEqual({ asked: 5, exitCode: 130 });
});

test('so do the patients that are left by what is typed', async () => {
  const { asked, exitCode, stdout } = await typing(
    ['show'],
    [
      [/Which patient\?/, 'Short'],
      [/Which patient\? \S*Short[\s\S]*❯ +3 /, UP],
      [/❯ +1 /, DOWN],
      [/❯ +3 /, UP],
      [/❯ +1 /, '\r'],
    ],
  );
  expect({ asked, exitCode }).toEqual({ asked: 5, exitCode: 0 });
  expect(stdout).toContain('Short 1');
});

test('in a list that is longer than the screen a key that is held down stops at the end', async () => {
  const { asked, stdout } = await typing(
    ['show'],
    [
      [/❯ 20 /, UP + DOWN],
      [/❯ 19 /, DOWN.repeat(30)],
      [/❯ +1 /, DOWN + UP],
      [/❯ +2 /, '\r'],
    ],
  );
  expect(asked).toBe(4);
  expect(stdout).toContain('Short 2');
});
