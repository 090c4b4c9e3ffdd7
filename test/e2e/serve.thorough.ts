import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Patient } from '../../src/contract/patient.ts';
import type { Problem } from '../../src/contract/problem.ts';
import { openSqliteDatabase } from '../../src/service/storage/sqlite-database.ts';
import { makeOld } from '../support/data-folders.ts';
import { makeHome, type ReconHome, SAMPLES } from '../support/recon-home.ts';
import { requireTool } from '../support/require-tool.ts';
import { selfSigned } from '../support/self-signed.ts';
import { canMount, openSmallDisk } from '../support/small-disk.ts';
import { typeMain } from '../support/typed-terminal.ts';

let home: ReconHome;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

/** Starts `recon serve` and waits until it has printed its address; `stop` sends a signal and waits. */
async function serve(...args: string[]) {
  const child = home.start(['serve', '--port', '0', ...args]);
  const [chunk] = (await once(child.stdout!, 'data')) as [Buffer];
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const { exitCode, stdout, stderr } = await child;
    return { exitCode, stdout: String(stdout), stderr: String(stderr) };
  };
  return { url: chunk.toString().trim(), stop };
}

test('it says where it is and what to type next; the next terminal just works', async () => {
  const { url, stop } = await serve();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const status = await home.recon(['status', '--json']);
  expect(JSON.parse(status.stdout)).toMatchObject({ profile: 'local', base_url: url, accepted: true });
  const id = (await home.recon(['patients', 'create', '--name', 'Ana'])).stdout.trim();
  expect(id).toMatch(/^\d+$/);

  const { exitCode, stdout, stderr } = await stop();
  expect(exitCode).toBe(0);
  expect(stdout).toBe(`${url}\n`);
  expect(stderr).toContain('recon list');
  const data = join(home.folder, '.local/share/recon/service');
  expect(stderr).toContain(data);
  const token = (await readFile(join(data, 'token'), 'utf8')).trim();
  expect((await stat(join(data, 'token'))).mode & 0o777).toBe(0o600);
  expect(stdout + stderr + status.stdout).not.toContain(token);
  const config = await readFile(join(home.folder, '.config/recon/config.json'), 'utf8');
  expect(config).not.toContain(token);

  const again = await serve();
  expect((await home.recon(['patients', 'list', '-o', 'id'])).stdout).toBe(`${id}\n`);
  expect(await again.stop('SIGINT')).toMatchObject({ exitCode: 0 });
  expect(await home.recon(['patients', 'list'])).toMatchObject({ exitCode: 6, stdout: '' });
});

test('a start tells of a new folder, for which it offers a sample patient once, and of data of an earlier recon that it brings up to date', async () => {
  const data = join(home.folder, 'mistyped');
  const told = async () => (await (await serve('--data', data)).stop()).stderr;
  const isNew = `A new service begins in ${data}`;
  const isOlder = `The data in ${data} is of an earlier recon, and is brought up to date.`;
  const first = await told();
  expect(first).toContain(isNew);
  expect(first.replaceAll(/\s+/g, ' ')).toContain("recon create --name 'Ana Sample'");
  await makeOld(data, { schema: 10 });
  const upgraded = await told();
  expect(upgraded).toContain(isOlder);
  expect(upgraded).not.toContain(isNew);
  expect(upgraded).not.toContain('Ana Sample');
  expect(upgraded).toContain('recon list');
  expect(await told()).not.toContain(isOlder);
});

test('a folder of something else is refused, and left as it is', async () => {
  const other = join(home.folder, 'letters');
  await mkdir(other);
  await writeFile(join(other, 'letter.txt'), 'Dear Ana');
  for (const args of [
    ['serve', '--port', '0', '--data', other],
    ['serve', '--data', other, '--', 'true'],
    ['accounts', 'add', 'clinic', '--data', other],
  ]) {
    const { exitCode, stdout, stderr } = await home.recon(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('holds other things');
  }
  expect(await readdir(other)).toEqual(['letter.txt']);
  // The root of a volume is empty.
  const volume = join(home.folder, 'volume');
  await mkdir(join(volume, 'lost+found'), { recursive: true });
  expect((await (await serve('--data', volume)).stop()).exitCode).toBe(0);
});

test('a 500 leaves one line on stderr without -v, with the request id that its answer tells to quote', async () => {
  const { url, stop } = await serve();
  const data = join(home.folder, '.local/share/recon/service');
  const { db } = await openSqliteDatabase(join(data, 'recon.db'), { clock: systemClock });
  await sql`alter table patient_counts rename to elsewhere`.execute(db);
  await db.destroy();
  const token = (await readFile(join(data, 'token'), 'utf8')).trim();
  const answer = await fetch(`${url}/patients?name=Unmistakable`, { headers: { authorization: `Bearer ${token}` } });
  const { status, detail, request_id: id } = (await answer.json()) as Problem;
  expect([status, detail]).toEqual([500, expect.stringContaining('Quote the request id')]);
  const { stderr } = await stop();
  expect(stderr.split('\n').filter((line) => line.includes(id))).toEqual([
    expect.stringMatching(/^request [\w-]+ failed: GET \/patients: \w+ \(\w+\) at .*:\d+:\d+\)?$/),
  ]);
  expect(stderr).not.toContain('Unmistakable');
});

test('with --log-format json every line of stderr is JSON; --metrics-token-file opens the figures', async () => {
  const token = 'a-token-of-the-operator';
  await writeFile(join(home.folder, 'metrics-token'), `${token}\n`, { mode: 0o600 });
  const { url, stop } = await serve('--log-format', 'json', '--metrics-token-file', 'metrics-token');
  expect((await home.recon(['patients', 'create', '--name', 'Ana Unmistakable'])).exitCode).toBe(0);
  const figures = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(await figures.text()).toContain('recon_request_seconds_count{method="POST",route="/patients",status="201"} 1');
  const { exitCode, stdout, stderr } = await stop();
  expect([exitCode, stdout]).toEqual([0, `${url}\n`]);
  const entries = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(entries).toContainEqual(expect.objectContaining({ msg: 'answered', route: '/patients', status: 201 }));
  const dataFolder = join(home.folder, '.local/share/recon/service');
  const version = (await home.recon(['--version'])).stdout.trim();
  expect(entries.filter((entry) => !('method' in entry))).toMatchObject([
    { level: 'info', msg: `A new service begins in ${dataFolder}` },
    { level: 'info', msg: 'started', version, role: 'all', url, dataFolder },
    { level: 'info', msg: 'stopping', why: 'stopped by SIGTERM' },
    { level: 'info', msg: 'stopped' },
  ]);
  expect(stderr).not.toMatch(/Unmistakable|rcn_|a-token/);
});

test('with --log-format json a refused start is one line of JSON too', async () => {
  await writeFile(join(home.folder, 'letter'), '');
  for (const [args, code, exit] of [
    [['--data', 'letter/data'], 'storage', 12],
    [['--port', 'x'], 'usage', 2],
  ] as const) {
    const { exitCode, stdout, stderr } = await home.recon(['serve', '--log-format', 'json', ...args]);
    expect([exitCode, stdout]).toEqual([exit, '']);
    expect(JSON.parse(stderr)).toMatchObject({ level: 'fatal', code, exit, msg: expect.stringMatching(/./) });
  }
});

test('with --log-format json a command line that cannot be read is one line of JSON too', async () => {
  const { exitCode, stderr } = await home.recon(['serve', '--prot', '0', '--log-format', 'json']);
  expect([exitCode, JSON.parse(stderr)]).toMatchObject([2, { error: { code: 'usage', exit: 2 } }]);
});

test('with --log-format json a service beside a command tells why it stops', async () => {
  const { exitCode, stderr } = await home.recon(['serve', '--log-format', 'json', '--', 'true']);
  const entries = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect([exitCode, entries]).toMatchObject([
    0,
    [{ msg: 'started' }, { msg: 'stopping', why: 'the command has ended' }, { msg: 'stopped' }],
  ]);
});

test('a login made before stays the default', async () => {
  const env = { RECON_PROFILE: 'clinic' };
  await home.recon(['config', 'set', 'base-url', 'https://clinic.example'], { env });
  await home.recon(['config', 'set', 'profile', 'clinic']);
  const { stop } = await serve();
  expect((await home.recon(['config', 'get', 'profile'])).stdout).toBe('clinic\n');
  expect((await home.recon(['patients', 'list', '--profile', 'local'])).exitCode).toBe(0);
  expect((await stop()).stderr).toContain('recon list');
});

test('a service on other data takes the profile local from one that is stopped, and says whose it was', async () => {
  await (await serve()).stop();
  const usual = join(home.folder, '.local/share/recon/service');
  const second = await serve('--data', join(home.folder, 'rehearsal'));
  expect((await second.stop()).stderr).toContain(`stop this one and type: recon serve --data ${usual}`);
});

test('a data folder that was moved is brought back by its new name, and by no empty service', async () => {
  const before = join(home.folder, 'before');
  const moved = join(home.folder, 'moved');
  await (await serve('--data', before)).stop();
  await rename(before, moved);
  const lost = await home.recon(['patients', 'list']);
  expect(lost).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('Try: recon serve --data NEWFOLDER') });
  expect((await home.recon(['accounts', 'list'])).stderr).toContain('Try: the same command with --data');
  const { stderr } = await (await serve('--data', moved)).stop();
  expect(stderr).toContain(`and not ${before}, which is not there any more`);
  expect(stderr).not.toContain('turn it back');
});

test.skipIf(!canMount())('a start on a disk that is nearly full tells of it', async () => {
  const data = join(openSmallDisk('60m').folder, 'data');
  const { stderr } = await (await serve('--data', data)).stop();
  expect(stderr).toMatch(/^warning: the disk of the service is nearly full: .* make room where .*recon doctor$/m);
  expect((await (await serve()).stop()).stderr).not.toContain('nearly full');
});

test('the line that starts a stopped service again has the flags that it was started with', async () => {
  const folder = join(home.folder, 'clinic');
  const { url, stop } = await serve(
    '--data',
    folder,
    '--public-url',
    'https://recon.clinic.example',
    '--audit-keep',
    '400d',
  );
  await stop();
  const { port } = new URL(url);
  const flags = '--public-url https://recon.clinic.example --audit-keep 400d';
  const { stderr } = await home.recon(['patients', 'list']);
  expect(stderr).toContain(`Try: recon serve ${flags} --data ${folder} --port ${port} (which starts`);
  await (await serve('--data', folder)).stop();
  expect((await home.recon(['patients', 'list'])).stderr).not.toContain('--public-url');
});

test('after a restore the line to type starts the service at the port of before, unless that one is running', async () => {
  const first = await serve();
  const { port } = new URL(first.url);
  const [backup, data] = [join(home.folder, 'backup'), join(home.folder, 'restored')];
  expect((await home.recon(['backup', backup])).exitCode).toBe(0);
  const restored = async (folder: string) =>
    (await typeMain(['restore', backup, '--data', folder], home.environment, [], { columns: 300 })).stderr;
  expect(await restored(data)).not.toContain(port);
  await first.stop();
  expect(await restored(`${data}2`)).toContain(`recon serve --data ${data}2 --port ${port} (which starts the service`);
});

test('a service beside a running one leaves it the profile local, and says how to reach itself', async () => {
  const first = await serve();
  const second = await serve('--data', join(home.folder, 'rehearsal'));
  expect((await home.recon(['config', 'get', 'base-url'])).stdout).toBe(`${first.url}\n`);
  const { stderr } = await second.stop();
  expect(stderr).toContain('The profile local still means the service on');
  const [, base] = /export (RECON_BASE_URL=\S+)$/m.exec(stderr) ?? [];
  const [, file] = /export (RECON_TOKEN_FILE=\S+)$/m.exec(stderr) ?? [];
  expect([base, file]).toEqual([
    `RECON_BASE_URL=${second.url}`,
    `RECON_TOKEN_FILE=${join(home.folder, 'rehearsal', 'token')}`,
  ]);
  await first.stop();
});

test('a second service on the same data says so', async () => {
  const { stop } = await serve('--data', 'data');
  const second = await home.recon(['serve', '--port', '0', '--data', 'data']);
  expect(second).toMatchObject({ exitCode: 12, stdout: '', stderr: expect.stringContaining('another recon service') });
  expect((await home.recon(['patients', 'list'])).exitCode).toBe(0);
  await stop();
});

test('a port that is taken is named', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const attempt = await home.recon(['serve', '--port', port]);
  const named = await home.recon(['serve', '--port', port, '--data', 'own', '--audit-keep', '365d']);
  other.close();
  expect(attempt).toMatchObject({ exitCode: 2, stdout: '' });
  expect(attempt.stderr).toContain(`port ${port} of 127.0.0.1 is in use already`);
  expect(named.stderr).toContain('Try: recon serve --port 0 --data own --audit-keep 365d (on any free port)\n');
  expect(attempt.stderr + named.stderr).not.toContain('A new service begins');
  expect(existsSync(join(home.folder, '.local/share/recon'))).toBe(false);
});

test('a database that is not reached is told with what to do', async () => {
  const { exitCode, stdout, stderr } = await home.recon(['serve', '--database', 'postgres://recon@127.0.0.1:9/recon']);
  expect([exitCode, stdout]).toEqual([6, '']);
  expect(stderr).toContain(
    'the database does not answer (connection refused)\n  Try: start PostgreSQL, or correct its place',
  );
});

test('a second start of a service that runs is told that it runs', async () => {
  const { url, stop } = await serve();
  const attempt = await home.recon(['serve', '--port', new URL(url).port]);
  expect(attempt.exitCode).toBe(2);
  expect(attempt.stderr).toMatch(
    /the service on \S+ is running already, at http:\S+ \(process \d+\)\n {2}Try: recon status/,
  );
  expect((await stop()).exitCode).toBe(0);
  const { stderr } = await home.recon(['patients', 'list']);
  expect(stderr).toContain(`Try: recon serve --port ${new URL(url).port} `);
});

/** A certificate for this machine's loopback address, signed by nobody else. */
async function makeCertificate(): Promise<void> {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', 'key.pem', '-out', 'cert.pem'];
  await execa('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], {
    cwd: home.folder,
  });
}

test.skipIf(!requireTool('openssl'))('with a certificate it speaks https, which is checked', async () => {
  await makeCertificate();
  const { url, stop } = await serve('--tls-cert', 'cert.pem', '--tls-key', 'key.pem');
  expect(url).toMatch(/^https:/);
  const untrusted = await home.recon(['patients', 'list']);
  expect(untrusted).toMatchObject({ exitCode: 6, stdout: '', stderr: expect.stringContaining('is not trusted') });
  const env = { NODE_EXTRA_CA_CERTS: join(home.folder, 'cert.pem') };
  expect((await home.recon(['patients', 'list'], { env })).exitCode).toBe(0);
  const cert = join(await realpath(home.folder), 'cert.pem');
  const { stderr } = await stop();
  expect(stderr).not.toContain('NODE_EXTRA_CA_CERTS');
  const [line = ''] = /recon config set ca-file .*/.exec(stderr) ?? [];
  expect(line.split(' ').slice(0, 5)).toEqual(['recon', 'config', 'set', 'ca-file', cert]);
  expect((await home.recon(line.split(' ').slice(1))).exitCode).toBe(0);
  const again = await serve('--tls-cert', 'cert.pem', '--tls-key', 'key.pem');
  expect((await home.recon(['patients', 'list'])).exitCode).toBe(0);
  expect((await again.stop()).stderr).not.toContain('ca-file');
  expect((await home.recon(['config', 'unset', 'ca-file'])).exitCode).toBe(0);
  const open = await serve('--host', '0.0.0.0', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem');
  expect((await open.stop()).stderr).toContain('Other machines cannot reach it');

  const named = selfSigned('DNS:recon.test,DNS:localhost');
  await Promise.all(['cert', 'key'].map((part) => writeFile(join(home.folder, part), named[part as 'cert' | 'key'])));
  const other = await serve('--tls-cert', 'cert', '--tls-key', 'key');
  expect(other.url).toMatch(/^https:\/\/localhost:/);
  const trusting = { NODE_EXTRA_CA_CERTS: join(home.folder, 'cert') };
  expect((await home.recon(['patients', 'list'], { env: trusting })).exitCode).toBe(0);
  expect((await other.stop()).stderr).toContain('The certificate is for recon.test, localhost, and not for 127.0.0.1');

  const openssl = (text: string) => execa('openssl', text.split(' '), { cwd: home.folder });
  await openssl('genrsa -out other.pem 2048');
  await openssl('pkey -in key.pem -aes128 -passout pass:secret -out locked.pem');
  for (const [cert, key, problem] of [
    ['key.pem', 'cert.pem', 'not a certificate and its private key'],
    ['cert.pem', 'other.pem', 'does not belong to the certificate'],
    ['cert.pem', 'locked.pem', 'has a passphrase'],
  ] as const) {
    const refused = await home.recon(['serve', '--port', '0', '--tls-cert', cert, '--tls-key', key]);
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(problem) });
  }
});

test.each([
  [['--port', 'x'], '--port "x" is not a whole number'],
  [['--fail', '2'], '--fail "2" is not a number from 0 to 1'],
  [['--ready-after', '3'], '--ready-after "3" is not a duration'],
  [['--seed', '-1'], '--seed "-1" is not a whole number'],
  [['--tls-cert', 'x.pem'], '--tls-key is missing'],
  [['--public-url', 'clinic.example'], '--public-url "clinic.example" should look like'],
  [['--behind-proxy', 'nginx'], '--behind-proxy "nginx" should name addresses, such as loopback'],
  [['--behind-proxy', 'loopback'], '--behind-proxy needs --public-url'],
  [['--log-format', 'xml'], '--log-format "xml" is neither text nor json'],
  [['--metrics-token-file', 'gone'], '--metrics-token-file "gone"'],
  [['--host', '0.0.0.0'], 'reachable from other machines'],
])('serve %j is refused', async (args, message) => {
  const attempt = await home.recon(['serve', ...args]);
  expect(attempt).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(message) });
});

const inShell = (script: string, ...flags: string[]) => home.recon(['serve', ...flags, '--', 'sh', '-c', script]);

test('a command finds the service in its environment, and its exit code is passed on', async () => {
  const recon = `${process.execPath} ${join(import.meta.dirname, '../../bin/recon.js')}`;
  const script = `${recon} patients create --name Ana && ${recon} patients list -o id && ${recon} status --json; exit 7`;
  const { exitCode, stdout } = await inShell(script, '--seed', '0');
  expect(exitCode).toBe(7);
  const [created, listed, status] = stdout.trim().split('\n');
  expect(listed).toBe(created);
  expect(JSON.parse(status!)).toMatchObject({ token_from: 'RECON_TOKEN', accepted: true });
  await expect(stat(join(home.folder, '.config'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(stat(join(home.folder, '.local'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a seeded service shows models in every state from its first answer on', async () => {
  const recon = `${process.execPath} ${join(import.meta.dirname, '../../bin/recon.js')}`;
  const { stdout, stderr, exitCode } = await inShell(
    `${recon} patients list --json && exec ${recon} wait 5`,
    '--seed',
    '6',
  );
  expect({ exitCode, stderr }).toEqual({ exitCode: 9, stderr: expect.stringContaining('seem to be swapped') });
  const { patients } = JSON.parse(stdout.split('\n')[0]!) as { patients: Patient[] };
  expect(patients.map(({ reconstructions: [one] }) => one && [one.status, one.accepted])).toEqual([
    ['has_3d', false],
    ['processing', false],
    ['has_3d', true],
    ['processing', false],
    ['failed', false],
    undefined,
  ]);
});

test('a token of the caller does not reach the command', async () => {
  const env = { RECON_TOKEN: 'rcn_of_another_service', RECON_TOKEN_FILE: '/nowhere', RECON_PROFILE: 'other' };
  const { stdout } = await home.recon(['serve', '--', 'env'], { env });
  expect(stdout).toContain('RECON_BASE_URL=http://127.0.0.1:');
  expect(stdout).not.toMatch(/rcn_of_another_service|RECON_TOKEN_FILE|RECON_PROFILE/);
});

test('data of a command is kept where a folder is named', async () => {
  const recon = `${process.execPath} ${join(import.meta.dirname, '../../bin/recon.js')}`;
  const first = await inShell(`${recon} patients create --name Ana`, '--data', 'kept');
  const second = await inShell(`${recon} patients list -o id`, '--data', 'kept');
  expect(second.stdout).toBe(first.stdout);
});

test.each([
  ['is forgotten with its service', [] as string[], false],
  ['is told where its data are kept, with the lines that finish and drop it', ['--data', 'kept-open'], true],
])('a change that a command leaves open %s', async (_, flags, isKept) => {
  const recon = `${process.execPath} ${join(import.meta.dirname, '../../bin/recon.js')}`;
  const state = isKept ? '"$HOME/.local/state"' : '"$XDG_STATE_HOME"';
  const photos = join(SAMPLES, 'ana', 'face');
  const script = `${recon} patients create --name Ana --type face --photos '${photos}' --sync 2>/dev/null & pid=$!
    until grep -qs '"sent"' ${state}/recon/journal/*.jsonl; do sleep 0.05; done
    kill -9 $pid; ${recon} resume --list`;
  const { exitCode, stdout, stderr } = await inShell(script, '--ready-after', '1h', ...flags);
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('the new patient Ana') });
  const left = await home.recon(['resume', '--list']);
  expect(left.stdout.includes('the new patient Ana')).toBe(isKept);
  if (!isKept) return await expect(stat(join(home.folder, '.local'))).rejects.toMatchObject({ code: 'ENOENT' });
  const [, url = ''] =
    /one change is open at (\S+): recon serve .* -- recon resume --profile default\n/.exec(stderr) ?? [];
  const forget = ['resume', '--forget', '--profile', 'default', '--base-url', url];
  expect(stderr).toContain(`recon resume --profile default --base-url ${url} --forget`);
  expect(await home.recon([...forget, '--yes'])).toMatchObject({ exitCode: 0 });
  expect((await home.recon(['resume', '--list'])).stdout).toBe('');
});

test('a signal reaches the command, and how it ended is passed on', async () => {
  const child = home.start([
    'serve',
    '--',
    'sh',
    '-c',
    'trap "echo caught; exit 3" TERM; echo waiting; while :; do sleep 0.1; done',
  ]);
  await once(child.stdout!, 'data');
  child.kill('SIGTERM');
  const { exitCode, stdout } = await child;
  expect(exitCode).toBe(3);
  expect(stdout).toBe('waiting\ncaught\n');
  expect((await inShell('kill -KILL $$')).exitCode).toBe(137);
});

test('a command that is not there is named', async () => {
  expect(await home.recon(['serve', '--', 'no-such-program'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('cannot run "no-such-program": there is no such program'),
  });
});

test('one word that is no program may be the data folder', async () => {
  const told = async (...words: string[]) => (await home.recon(['serve', ...words])).stderr;
  const alone = await told('desk1');
  expect(alone).toContain('a command that runs beside the service: recon serve -- COMMAND ARGUMENTS...\n');
  expect(alone).toContain('Try: recon serve --data desk1 (which keeps the data in that folder)\n');
  expect(await told('desk1', 'more')).toContain('Try: recon serve -- COMMAND ARGUMENTS...\n');
  expect(await told('--data', 'data', 'desk1')).toContain('Try: recon serve --data data -- COMMAND ARGUMENTS...\n');
});

test('accounts: a sub account sees its own patients only', async () => {
  const { url, stop } = await serve('--data', 'data');
  const added = await home.recon(['accounts', 'add', 'dr-lee', '--under', 'main']);
  expect(added).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^rcn_\S+\n$/) });
  const asSub = { env: { RECON_BASE_URL: url, RECON_TOKEN: added.stdout.trim() } };
  await home.recon(['patients', 'create', '--name', 'of main']);
  expect(await home.recon(['patients', 'list', '-o', 'id'], asSub)).toMatchObject({ exitCode: 0, stdout: '' });
  const list = await home.recon(['accounts', 'list']);
  expect(list.stdout).toMatch(
    /^\d+\tmain\t\tenabled\t1\t[^\t\n]*\t1\t\t0\t\n\d+\tdr-lee\tmain\tenabled\t1\t[^\t\n]*\t0\t\t0\t\n$/,
  );

  const renewed = await home.recon(['accounts', 'token', 'dr-lee', '--yes']);
  expect((await home.recon(['patients', 'list'], asSub)).exitCode).toBe(4);
  const withNew = { env: { RECON_BASE_URL: url, RECON_TOKEN: renewed.stdout.trim() } };
  expect((await home.recon(['patients', 'list'], withNew)).exitCode).toBe(0);
  expect((await home.recon(['accounts', 'add', 'dr-lee'])).exitCode).toBe(5);
  expect((await home.recon(['accounts', 'token', 'nobody'])).exitCode).toBe(3);
  await stop();
});

test('accounts where no service has been say so', async () => {
  expect(await home.recon(['accounts', 'list'])).toMatchObject({ exitCode: 3, stdout: '' });
});
