import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCredentials } from '../../src/config/credentials.ts';
import type { Keyring } from '../../src/config/keyring.ts';
import { checkToken } from '../../src/config/token-file.ts';
import { ReconError } from '../../src/errors.ts';
import { faultyKeyring, workingKeyring } from './keyrings/keyrings.ts';
import { temporaryHome } from './temporary-home.ts';

const TOKEN = 'rcn_canary0123456789abcdef';
const CLINIC = { profile: 'clinic', origin: 'https://clinic.example' };

async function credentialsWith(parts: { environment?: Record<string, string>; keyring?: Keyring } = {}) {
  const { home, paths } = await temporaryHome();
  const keyring = parts.keyring ?? faultyKeyring('locked');
  const file = join(paths.configFolder, 'credentials.json');
  const credentials = createCredentials({
    configFolder: paths.configFolder,
    environment: parts.environment ?? {},
    keyring,
  });
  return { home, file, paths, credentials };
}

test.each([
  ['with a space', 'rcn_abc defgh'],
  ['with a line break inside', 'rcn_abc\ndefgh'],
  ['with NUL', 'rcn_abc\0defgh'],
  ['with a tab', 'rcn_abc\tdefgh'],
  ['with a letter that is not ASCII', 'rcn_abcödefgh'],
  ['that is empty', '\n'],
  ['of 3 characters', 'abc'],
  ['of 1 MB', 'a'.repeat(1_000_000)],
])('a token %s is refused, and not repeated', (_what, text) => {
  const attempt = () => checkToken(text, 'the token');
  expect(attempt).toThrow(ReconError);
  try {
    attempt();
  } catch (error) {
    expect(error).toMatchObject({ code: 'usage' });
    expect(JSON.stringify(error)).not.toMatch(/rcn_abc|aaaa/);
  }
});

test('a byte order mark before a token is not part of it', () =>
  expect(checkToken(`\uFEFF${TOKEN}\r\n`, 'x')).toBe(TOKEN));

test('line ends after a token are not part of it', () => expect(checkToken(`${TOKEN}\r\n`, 'x')).toBe(TOKEN));

test('a token kept in the keyring is found again, for this profile and origin alone', async () => {
  const { keyring, secrets } = await workingKeyring((await temporaryHome()).home);
  const { credentials } = await credentialsWith({ keyring });
  expect(await credentials.keep(CLINIC, TOKEN, false)).toMatchObject({ kind: 'keyring' });
  expect(await credentials.tokenFor(CLINIC)).toMatchObject({ token: TOKEN, from: { kind: 'keyring' } });
  for (const origin of [
    'http://clinic.example',
    'https://clinic.example:8443',
    'https://clinic.example.evil.example',
    'https://xn--clnic-mza.example',
  ]) {
    expect(await credentials.tokenFor({ profile: 'clinic', origin }), origin).toEqual({ unavailable: false });
  }
  expect(await credentials.tokenFor({ ...CLINIC, profile: 'other' })).toEqual({ unavailable: false });
  expect(await credentials.forget(CLINIC)).toMatchObject({ places: [{ kind: 'keyring' }] });
  expect(await secrets()).toBe('{}');
});

test.each(['no-service', 'locked', 'forgetful', 'not-installed'] as const)(
  'no keyring (%s): the ways on are named, nothing is written',
  async (fault) => {
    const { credentials, file } = await credentialsWith({ keyring: faultyKeyring(fault) });
    const failure = await credentials.keep(CLINIC, TOKEN, false).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'usage', hint: 'the same command with --insecure-storage' });
    expect((failure as ReconError).details.join(' ')).toContain('RECON_TOKEN_FILE');
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await credentials.tokenFor(CLINIC)).toMatchObject({ unavailable: expect.any(Boolean) });
  },
);

test('a keyring that never answers counts as none after a while', async () => {
  const { credentials } = await credentialsWith({ keyring: faultyKeyring('hanging') });
  expect(await credentials.tokenFor(CLINIC)).toEqual({ unavailable: true });
});

test('insecure storage: a file for this person alone, which wins over a keyring that cannot answer', async () => {
  const { credentials, file } = await credentialsWith({ keyring: faultyKeyring('hanging') });
  expect(await credentials.keep(CLINIC, TOKEN, true)).toEqual({ kind: 'file', where: file });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await credentials.tokenFor(CLINIC)).toMatchObject({ token: TOKEN, from: { kind: 'file' } });
  expect(await credentials.tokenFor({ ...CLINIC, origin: 'https://other.example' })).toEqual({ unavailable: true });
});

test('a token that moves to the keyring leaves the file', async () => {
  const { keyring } = await workingKeyring((await temporaryHome()).home);
  const { credentials, file } = await credentialsWith({ keyring });
  await credentials.keep(CLINIC, TOKEN, true);
  await credentials.keep({ ...CLINIC, profile: 'other' }, 'rcn_another_token', true);
  await credentials.keep(CLINIC, TOKEN, false);
  expect(await readFile(file, 'utf8')).not.toContain(TOKEN);
  expect(await readFile(file, 'utf8')).toContain('rcn_another_token');
});

test('a token file that others may read is closed before it is used', async () => {
  const { credentials, file } = await credentialsWith();
  await credentials.keep(CLINIC, TOKEN, true);
  await chmod(file, 0o644);
  await credentials.tokenFor(CLINIC);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a token file behind a link, of another user or torn is refused', async () => {
  const { home, credentials, file, paths } = await credentialsWith();
  await mkdir(paths.configFolder, { recursive: true });
  await writeFile(join(home, 'elsewhere'), '{}');
  await symlink(join(home, 'elsewhere'), file);
  await expect(credentials.tokenFor(CLINIC)).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringMatching(/symbolic link/),
  });

  const torn = await credentialsWith();
  await mkdir(torn.paths.configFolder, { recursive: true });
  await writeFile(torn.file, '{"clinic');
  await expect(torn.credentials.tokenFor(CLINIC)).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringMatching(/kept as .*\.bad$/),
    details: [expect.stringMatching(/^Every profile .* has to log in again/)],
    hint: { command: ['login', '--insecure-storage'], because: expect.stringMatching(/^and delete .*\.bad then/) },
  });
});

test.runIf(process.getuid?.() === 0)('a token file of another user is refused', async () => {
  const { credentials, file } = await credentialsWith();
  await credentials.keep(CLINIC, TOKEN, true);
  await chown(file, 4242, 4242);
  await expect(credentials.tokenFor(CLINIC)).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringMatching(/another user/),
  });
});

test('the environment: the file of a token, then the token, before anything that is kept', async () => {
  const { home, credentials } = await credentialsWith({ environment: { RECON_TOKEN: TOKEN } });
  expect(await credentials.tokenFor(CLINIC)).toMatchObject({ token: TOKEN, from: { where: 'RECON_TOKEN' } });

  const path = join(home, 'token');
  await writeFile(path, 'rcn_from_the_file\n');
  const both = await credentialsWith({ environment: { RECON_TOKEN: TOKEN, RECON_TOKEN_FILE: path } });
  expect(await both.credentials.tokenFor(CLINIC)).toMatchObject({ token: 'rcn_from_the_file' });
});

test('a token of the environment goes to the service that the environment names, and to no other', async () => {
  const environment = { RECON_TOKEN: TOKEN, RECON_BASE_URL: 'https://clinic.example/api' };
  const { credentials } = await credentialsWith({ environment });
  expect(await credentials.tokenFor(CLINIC)).toMatchObject({ token: TOKEN });
  expect(await credentials.tokenFor({ ...CLINIC, origin: 'https://evil.example' })).toEqual({ unavailable: true });
});

test.each([
  ['that is not there', (path: string) => path, expect.stringMatching(/does not exist/)],
  ['that is a folder', (path: string) => join(path, '..'), expect.stringMatching(/is a folder, not a file/)],
])('a token file %s is named', async (_what, place, message) => {
  const { home } = await temporaryHome();
  const { credentials } = await credentialsWith({ environment: { RECON_TOKEN_FILE: place(join(home, 'token')) } });
  await expect(credentials.tokenFor(CLINIC)).rejects.toMatchObject({ code: 'usage', message });
});

test('a pipe that nobody writes to does not hang', async () => {
  const { home } = await temporaryHome();
  execFileSync('mkfifo', [join(home, 'pipe')]);
  const { credentials } = await credentialsWith({ environment: { RECON_TOKEN_FILE: join(home, 'pipe') } });
  await expect(credentials.tokenFor(CLINIC)).rejects.toMatchObject({ code: 'usage' });
});

test('the token of the service on this machine is read where the service keeps it, before one of an earlier login', async () => {
  const { home, credentials } = await credentialsWith();
  const path = join(home, 'token');
  await credentials.keep(CLINIC, 'rcn_of_an_earlier_login', true);
  await expect(credentials.tokenFor(CLINIC, path)).rejects.toMatchObject({
    code: 'not_logged_in',
    hint: {
      command: ['serve', '--data', home],
      because: expect.stringContaining('where the service runs, stop it first'),
    },
  });
  // A plain start would begin an empty service.
  const moved = join(home, 'before');
  await expect(credentials.tokenFor(CLINIC, join(moved, 'token'))).rejects.toMatchObject({
    message: `the data of the service on this machine are not in ${moved} any more`,
    hint: { command: ['serve', '--data', 'NEWFOLDER'], because: 'with the folder that they were moved to' },
  });
  await writeFile(path, `${TOKEN}\n`);
  expect(await credentials.tokenFor(CLINIC, path)).toMatchObject({ token: TOKEN, from: { kind: 'service' } });
});

test('a token that a killed login left half written goes with the next logout or login', async () => {
  const { file, paths, credentials } = await credentialsWith();
  await mkdir(paths.configFolder, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.tmp`, `{"clinic https://clinic.example":"${TOKEN}`, { mode: 0o600 });
  expect(await credentials.forget(CLINIC)).toMatchObject({ places: [] });
  await expect(stat(`${file}.tmp`)).rejects.toMatchObject({ code: 'ENOENT' });

  await writeFile(`${file}.tmp`, 'half', { mode: 0o644 });
  await credentials.keep(CLINIC, TOKEN, true);
  await expect(stat(`${file}.tmp`)).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a token file that is a pipe whose writer opens it later is not empty', async () => {
  const { home } = await temporaryHome();
  const pipe = join(home, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { credentials } = await credentialsWith({ environment: { RECON_TOKEN_FILE: pipe } });
  setTimeout(() => void writeFile(pipe, `${TOKEN}\n`), 200);
  expect(await credentials.tokenFor(CLINIC)).toMatchObject({ token: TOKEN });
});

test.each([
  [0o644, true],
  [0o640, true],
  [0o604, true],
  [0o600, false],
  [0o400, false],
])('a token file of mode %o that others can read is warned of, once: %s', async (mode, isWarned) => {
  const { home, paths } = await temporaryHome();
  const file = join(home, 'token');
  await writeFile(file, TOKEN);
  await chmod(file, mode);
  const expected = isWarned ? [`others can read the token file ${file}; chmod 600 closes it`] : [];
  for (const [environment, ofService] of [[{ RECON_TOKEN_FILE: file }], [{}, file]] as const) {
    const warnings: string[] = [];
    const onWarning = (sentence: string) => void warnings.push(sentence);
    const keyring = faultyKeyring('locked');
    const credentials = createCredentials({ configFolder: paths.configFolder, environment, keyring, onWarning });
    for (let time = 0; time < 2; time++) {
      expect(await credentials.tokenFor(CLINIC, ofService)).toMatchObject({ token: TOKEN });
    }
    expect(warnings).toEqual(expected);
  }
});

test('a token from a pipe is there for the second who asks, too', async () => {
  const { home } = await temporaryHome();
  const pipe = join(home, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { credentials } = await credentialsWith({ environment: { RECON_TOKEN_FILE: pipe } });
  const asking = credentials.tokenFor(CLINIC);
  await writeFile(pipe, `${TOKEN}\n`);
  expect(await asking).toMatchObject({ token: TOKEN });
  expect(await credentials.tokenFor(CLINIC)).toMatchObject({ token: TOKEN });
});
