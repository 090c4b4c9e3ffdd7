import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readServeOptions } from '../../../../src/cli/commands/serve/read-options.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

test.each([
  ['0.0.0.0/0', [expect.stringMatching(/^--behind-proxy 0\.0\.0\.0\/0 believes anybody/)]],
  ['loopback', []],
])('a start behind the proxy %s warns of %j', async (behindProxy, warnings) => {
  const options = { role: 'all', host: '127.0.0.1', publicUrl: 'https://clinic.example', behindProxy };
  expect((await readServeOptions(options, false)).warnings).toEqual(warnings);
});

test.each([
  [{ fail: '0.1' }, false, [expect.stringMatching(/^--fail 0\.1 is for a rehearsal/)]],
  [
    { fail: '0', readyAfter: '5s' },
    false,
    [expect.stringContaining('--ready-after 5s'), expect.stringContaining('--fail 0')],
  ],
  [{ fail: '0.1' }, true, []],
  [{}, false, []],
])('a rehearsal of real patients is told: %j, beside a command: %s', async (flags, hasCommand, warnings) => {
  const options = { role: 'all', host: '127.0.0.1', ...flags };
  expect((await readServeOptions(options, hasCommand)).warnings).toEqual(warnings);
});

test.each([
  ['postgres://recon:geheim@db.example/recon', [expect.stringMatching(/^other users .* RECON_SERVE_DATABASE$/)]],
  ['postgres://recon@db.example/recon', []],
])('a password in %s is seen by others', async (database, warnings) => {
  const options = { role: 'all', host: '127.0.0.1', database };
  const told = (await readServeOptions(options, false)).warnings;
  expect(told).toEqual(warnings);
  expect(told.join()).not.toContain('geheim');
});

test('a metrics token is told to be made in a file of this user alone, by a line that a shell takes', async () => {
  const metricsTokenFile = join(tempFolder(), 'the token');
  writeFileSync(metricsTokenFile, 'short');
  await expect(readServeOptions({ role: 'all', host: '127.0.0.1', metricsTokenFile }, false)).rejects.toMatchObject({
    hint: `openssl rand -hex 32 > '${metricsTokenFile}' && chmod 600 '${metricsTokenFile}'`,
  });
});
