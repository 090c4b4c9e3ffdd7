import { expect, test } from 'vitest';
import { TOKEN } from '../../core/recorder.ts';
import { runMain } from '../../support/run-main.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { typeMain } from '../../support/typed-terminal.ts';

const AGAIN = 'nothing was sent; once the service answers, type the same command again';
const PHONE = ['--phone', '+351 912 345 678'];
const away = () => ({ HOME: tempFolder(), RECON_BASE_URL: 'http://127.0.0.1:9', RECON_TOKEN: TOKEN });

test.concurrent.each([
  ['create', '--name', 'Eva Nunes', ...PHONE],
  ['update', 'joão', ...PHONE],
  ['update', '5', ...PHONE],
])(
  'with the service stopped, %s %s tells a person that nothing was sent, once',
  async (...line) => {
    const { exitCode, stderr, asked } = await typeMain(line, away(), []);
    expect({ exitCode, asked }, stderr).toEqual({ exitCode: 6, asked: 0 });
    expect(stderr.replaceAll(/\s+/g, ' ').split(AGAIN)).toHaveLength(2);
  },
  60_000,
);

test.concurrent('so it tells a script that names the patient', async () => {
  const { exitCode, stderr } = await runMain(['update', 'joão', ...PHONE, '--yes'], away());
  expect({ exitCode, told: stderr.split(AGAIN).length }).toEqual({ exitCode: 6, told: 2 });
}, 60_000);

test.concurrent('what only reads has nothing to send', async () => {
  const { exitCode, stderr } = await runMain(['show', 'joão'], away());
  expect(exitCode).toBe(6);
  expect(stderr).not.toContain('nothing was sent');
}, 60_000);
