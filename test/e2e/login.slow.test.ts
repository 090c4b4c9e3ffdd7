import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { type Finished, makeHome, RECON, type ReconHome } from '../support/recon-home.ts';
import { requireTool } from '../support/require-tool.ts';
import { selfSigned } from '../support/self-signed.ts';

/** Someone at another desk, with nothing set up, and a clinic's service to log in to. */
let clinic: Clinic;
let token: string;
let home: ReconHome;

beforeAll(async () => {
  clinic = await openClinic();
  token = (await readFile(join(clinic.dataFolder, 'token'), 'utf8')).trim();
});
afterAll(() => clinic.close());
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

const credentialsFile = () => join(home.folder, '.config/recon/credentials.json');
const login = (input: string, ...flags: string[]) =>
  home.recon(['login', '--base-url', clinic.baseUrl, '--token-stdin', ...flags], { stdin: 'pipe', input });
/** Another service, which has no patients. */
async function untrusted(pair: { key: string; cert: string }): Promise<string> {
  const server = createHttpsServer(pair, (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"patients":[],"meta":{}}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const said = ({ stdout, stderr }: Finished) => stdout + stderr;

test('log in, look, work, log out', async () => {
  const first = await login(`${token}\n`, '--insecure-storage');
  expect(first).toMatchObject({ exitCode: 0, stdout: '' });
  expect(first.stderr).toContain(`Logged in to ${clinic.baseUrl} as profile default.`);
  expect((await stat(credentialsFile())).mode & 0o777).toBe(0o600);

  const status = await home.recon(['status', '--json']);
  expect(status.exitCode).toBe(0);
  expect(JSON.parse(status.stdout)).toEqual({
    profile: 'default',
    base_url: clinic.baseUrl,
    token_from: credentialsFile(),
    accepted: true,
    service_version: (await home.recon(['--version'])).stdout.trim(),
    account: 'main',
    scope: 'admin',
    token_label: 'data folder',
    open_changes: [],
  });
  expect(status.stderr).toContain('warning: the token is in a plain file');

  expect((await home.recon(['patients', 'list'])).exitCode).toBe(0);
  expect(await home.recon(['logout'])).toMatchObject({ exitCode: 0 });
  const after = await home.recon(['status']);
  expect(after).toMatchObject({ exitCode: 4, stdout: '' });
  expect(after.stderr).toContain(`recon login --base-url ${clinic.baseUrl}`);
  expect(said(first) + said(status) + said(after)).not.toContain(token);
});

test('a login without a terminal names what a script does in its place', async () => {
  for (const typed of [[], ['--base-url', clinic.baseUrl]]) {
    const { exitCode, stderr } = await home.recon(['login', ...typed]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('RECON_TOKEN_FILE=FILE and') });
  }
});

test('a token that the service does not know is not kept', async () => {
  const attempt = await login('rcn_not_the_token_of_anybody', '--insecure-storage');
  expect(attempt.exitCode).toBe(4);
  expect(attempt.stderr).toContain('the access token is not valid');
  expect(said(attempt)).not.toContain('rcn_not_the_token');
  await expect(readdir(join(home.folder, '.config'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test.each([
  ['with a line break inside', 'rcn_canary_one\nrcn_canary_two'],
  ['with a space', 'rcn_canary one'],
  ['with a letter that is not ASCII', 'rcn_canäry_one'],
  ['that is empty', ''],
  ['of 1 MB', 'rcn_canary'.repeat(100_000)],
])('a token %s is refused, and not repeated', async (_what, input) => {
  const attempt = await login(input, '--insecure-storage');
  expect(attempt).toMatchObject({ exitCode: 2, stdout: '' });
  expect(attempt.stderr).not.toMatch(/rcn_can/);
});

test.runIf(process.platform === 'linux')('without a keyring, login stops and names the ways on', async () => {
  const attempt = await login(token);
  expect(attempt.exitCode).toBe(2);
  expect(attempt.stderr).toContain('RECON_TOKEN_FILE');
  expect(attempt.stderr).toContain('--insecure-storage');
  const works = `Try: recon login --base-url ${clinic.baseUrl} --token-stdin --insecure-storage < token.txt`;
  expect(attempt.stderr).toContain(works);
  expect((await home.recon(['login', '--base-url', clinic.baseUrl])).stderr).toContain(works);
  // Nobody looks for the right token first.
  const wrong = await login('rcn_not_the_token_of_anybody');
  expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no keyring') });
  await expect(stat(credentialsFile())).rejects.toMatchObject({ code: 'ENOENT' });
});

test.runIf(process.platform === 'linux' && requireTool('openssl'))(
  'without a keyring, a certificate that is not trusted is told at once, too, with what helps against both',
  async () => {
    const pair = selfSigned('IP:127.0.0.1');
    const url = await untrusted(pair);
    const { exitCode, stdout, stderr } = await home.recon(['login', '--base-url', url, '--token-stdin'], {
      stdin: 'pipe',
      input: token,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^recon: the certificate of .* is not trusted: .*; and this computer has no keyring /m);
    const set = /^ {2}Try: recon (config set ca-file FILE) \(FILE has .* or of a service that signed its own\)$/m;
    expect(stderr).toMatch(set);
    const [, line = ''] = /^ {2}then: recon (.*)$/m.exec(stderr) ?? [];
    expect(line).toBe(`login --base-url ${url} --token-stdin --insecure-storage < token.txt`);
    const asked = await home.recon(['login', '--base-url', url, '--oauth', '--device', '--client-id', 'clinic']);
    expect(asked).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(set) });
    expect(asked.stderr).toContain(
      `then: recon login --base-url ${url} --oauth --client-id clinic --device --insecure-storage\n`,
    );

    await writeFile(join(home.folder, 'FILE'), pair.cert);
    await writeFile(join(home.folder, 'token.txt'), token, { mode: 0o600 });
    const recon = `'${process.execPath}' '${RECON}'`;
    const typed = `${recon} config set ca-file FILE && ${recon} ${line}`;
    const { stderr: after } = await execa('sh', ['-c', typed], {
      cwd: home.folder,
      env: home.environment,
      extendEnv: false,
    });
    expect(after).toContain(`Logged in to ${url}`);
  },
);

test.skipIf(!requireTool('openssl'))(
  'of NODE_EXTRA_CA_CERTS it is said why its file does not make a certificate trusted',
  async () => {
    const pair = selfSigned('IP:127.0.0.1');
    const url = await untrusted(pair);
    const path = (name: string) => join(home.folder, name);
    const der = Buffer.from(pair.cert.replaceAll(/-----.*-----|\s/g, ''), 'base64');
    const files = { 'a.der': der, 'key.pem': pair.key, 'other.pem': selfSigned('IP:127.0.0.1').cert };
    for (const [name, content] of Object.entries(files)) await writeFile(path(name), content);
    await writeFile(path('cut.pem'), pair.cert.replace(/^.*\n.*\n/, '-----BEGIN CERTIFICATE-----\n'));
    for (const [name, why] of [
      ['nothing.pem', 'does not exist'],
      ['.', 'is a folder, not a file'],
      ['key.pem', 'has no certificate in it (PEM: -----BEGIN CERTIFICATE-----)'],
      [
        'a.der',
        `is not PEM; this makes it so: openssl x509 -inform der -in ${path('a.der')} -out ${path('a.der')}.pem`,
      ],
      ['cut.pem', 'has a damaged certificate in it'],
      ['other.pem', 'does not have this certificate'],
    ] as const) {
      const env = { NODE_EXTRA_CA_CERTS: path(name), RECON_BASE_URL: url, RECON_TOKEN: token };
      const { exitCode, stderr } = await home.recon(['list'], { env });
      expect([exitCode, stderr]).toEqual([
        6,
        expect.stringContaining(
          `\n  NODE_EXTRA_CA_CERTS names ${path(name)}, which ${why}\n  Try: recon config set ca-file FILE`,
        ),
      ]);
      const { findings } = JSON.parse((await home.recon(['doctor', '--json'], { env })).stdout);
      const told = findings.find(({ about }: { about: string }) => about === 'certificates');
      if (name === 'other.pem') expect(told).toMatchObject({ state: 'ok' });
      else
        expect(told).toMatchObject({ state: 'wrong', found: `NODE_EXTRA_CA_CERTS names ${path(name)}, which ${why}` });
    }
  },
);

test('with nobody to ask, what is missing is named', async () => {
  const noUrl = await home.recon(['login']);
  expect(noUrl).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--base-url is missing') });
  const noToken = await home.recon(['login', '--base-url', clinic.baseUrl]);
  expect(noToken).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--token-stdin') });
});

test('nothing configured: 4, and both ways on', async () => {
  const list = await home.recon(['patients', 'list']);
  expect(list).toMatchObject({ exitCode: 4, stdout: '' });
  expect(list.stderr).toContain('recon serve');
  expect(list.stderr).toContain('recon login --base-url URL');
});

test('the token comes from a variable or from the file it names', async () => {
  await mkdir(join(home.folder, 'secrets'));
  await writeFile(join(home.folder, 'secrets/token'), `${token}\n`);
  const inFile = { RECON_BASE_URL: clinic.baseUrl, RECON_TOKEN_FILE: 'secrets/token' };
  expect((await home.recon(['status'], { env: inFile })).exitCode).toBe(0);
  const inVariable = { RECON_BASE_URL: clinic.baseUrl, RECON_TOKEN: token };
  const status = await home.recon(['status'], { env: inVariable });
  expect(status).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('RECON_TOKEN') });
  expect((await home.recon(['status'], { env: { ...inVariable, RECON_TOKEN: 'rcn_ bad' } })).exitCode).toBe(2);
});

test.skipIf(!requireTool('bash'))('the token comes from a pipe, as a password manager gives it', async () => {
  const script = `RECON_TOKEN_FILE=<(sleep 0.3; echo '${token}') '${process.execPath}' '${RECON}' status --json`;
  const { stdout } = await execa('bash', ['-c', script], {
    env: { ...home.environment, RECON_BASE_URL: clinic.baseUrl },
    extendEnv: false,
    reject: false,
  });
  expect(JSON.parse(stdout)).toMatchObject({ accepted: true });
});

/** Another service on this machine, which must see nothing of a token that is not its own. */
async function listenElsewhere(): Promise<{ server: Server; url: string; heard: string[] }> {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      heard.push(chunk.toString());
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, url: `http://127.0.0.1:${address.port}`, heard };
}

test('where no keyring answers, a profile whose token is in the file stays there with the next login', async () => {
  await login(token, '--insecure-storage');
  const again = await login(token);
  expect(again).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(`in a plain file, ${credentialsFile()}`),
  });
  expect((await login(token, '--profile', 'new')).exitCode).toBe(2);
});

test('a token is never offered to another origin', async () => {
  await login(token, '--insecure-storage');
  const { server, url, heard } = await listenElsewhere();
  try {
    for (const environment of [{}, { RECON_TOKEN: token, RECON_BASE_URL: clinic.baseUrl }]) {
      const list = await home.recon(['patients', 'list', '--base-url', url], { env: environment });
      expect(list).toMatchObject({ exitCode: 4, stdout: '' });
    }
    const userInfo = `${clinic.baseUrl.replace('http://', 'http://ana@')}`;
    expect((await home.recon(['patients', 'list', '--base-url', userInfo])).exitCode).toBe(2);
    expect((await home.recon(['patients', 'list', '--base-url', 'http://clinic.example'])).exitCode).toBe(2);
    const absolute = await home.recon(['api', `${url}/patients`]);
    expect(absolute.exitCode).toBe(2);
    expect(heard).toEqual([]);
  } finally {
    server.close();
  }
});

test('the token lies in its one file and nowhere else', async () => {
  await login(token, '--insecure-storage');
  await home.recon(['patients', 'list', '--debug']);
  await home.recon(['config', 'set', 'timeout', '20s']);
  const names = await readdir(home.folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const holding = await Promise.all(
    files.map(async (file) => ((await readFile(file, 'utf8')).includes(token) ? file : '')),
  );
  expect(holding.filter((file) => file !== '')).toEqual([credentialsFile()]);
});
