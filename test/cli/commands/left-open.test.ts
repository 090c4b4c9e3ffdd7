import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { offersFor } from '../../../src/cli/completions/offers.ts';
import { attackHome, entryIn, FACE } from '../../core/changes/attack-home.ts';
import { strangerService } from '../../core/changes/attack-service.ts';
import { KEYS, openPty } from '../../e2e/pty-session.ts';
import { requireTool } from '../../support/require-tool.ts';
import { typeMain } from '../../support/typed-terminal.ts';

const { alone, create, environment, importing, journalFolder, keptOf, pathOf, put, recon } = attackHome();

/** A service at which one create with photos stays open; as if it were gone, nothing may ask it after that. */
async function goneService(name: string) {
  const service = await strangerService();
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  const { exitCode, stderr } = await create(service, '--name', name, ...FACE);
  expect(exitCode).toBe(10);
  service.onRequest = () => {
    throw new Error('a service that is gone was asked');
  };
  return { ...service, service, entry: entryIn(stderr) };
}

test('open changes of a service that is gone are listed and dropped without a service and a token', async () => {
  const { url, entry } = await goneService('Ana');
  const listed = await alone('resume', '--list');
  expect(listed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`${url} (profile default)\n`) });
  expect(listed.stdout).toMatch(new RegExp(`^${entry}\\t.*the new patient Ana\\tsent, no answer came\\t`));
  expect(listed.stderr).toContain(
    `recon resume --profile default --base-url ${url} (or with --forget, which drops it)`,
  );
  const json = JSON.parse((await alone('resume', '--list', '--json')).stdout);
  expect(json).toMatchObject({ open: [{ entry, name: 'Ana', profile: 'default', service: url }], imports: [] });

  expect(readFileSync(keptOf(entry), 'latin1')).toContain('front.jpg');
  expect(await alone('resume', entry, '--forget')).toMatchObject({ exitCode: 0, stdout: '' });
  expect(existsSync(keptOf(entry))).toBe(false);
  expect(await alone('resume', '--list')).toEqual({
    ...{ exitCode: 0, signal: undefined },
    ...{ stdout: '', stderr: 'nothing is open here\n' },
  });
});

test('a profile that is of another address now has no token for what is open, which is said', async () => {
  const { url } = await goneService('Ana');
  expect((await alone('config', 'set', 'base-url', 'http://127.0.0.1:9')).exitCode).toBe(0);
  expect((await alone('resume', '--list')).stderr).toContain(
    `recon resume --profile default --base-url ${url} (with the token that was used, such as RECON_TOKEN_FILE=FILE before it; or with --forget, which drops it)`,
  );
  expect((await alone('config', 'set', 'base-url', url)).exitCode).toBe(0);
  expect((await alone('resume', '--list')).stderr).not.toContain('RECON_TOKEN_FILE');
});

test('Tab offers what is open by its name, what is open at the service in use first', async () => {
  const [one, two] = [await goneService('Ana'), await goneService('Bo')];
  const offered = await offersFor({
    ...{ kind: 'change', shell: 'bash', line: { words: ['recon', 'resume'], typed: '' } },
    ...{ environment: environment(two), platform: process.platform, now: Date.now() },
  });
  expect(offered.map(({ word }) => word)).toEqual([two.entry, one.entry]);
  expect(offered[0]!.about).not.toContain(', at ');
  expect(offered[1]!.about).toContain(`, at ${one.url} (profile default)`);
  // Nobody's name.
  expect(JSON.stringify(offered)).not.toMatch(/Ana|Bo\b/);
});

test.each([
  ['n\r', 'so they stay on this computer, with the names of patients and the photos in them', true],
  ['y\r', 'one change is dropped; what was sent stays on the service', false],
])('what is open goes with its profile where a person says so: %j', async (drops, told, stays) => {
  const { url, service } = await goneService('Maria Open');
  const { RECON_BASE_URL: _url, RECON_TOKEN: _token, ...own } = environment(service);
  expect((await alone('config', 'set', 'base-url', url)).exitCode).toBe(0);
  const ended = await typeMain(['logout', '--forget'], own, [
    [/the new patient Maria Open[\s\S]*Forget profile default all the same\?/, 'y\r'],
    [/Drop what is open too[^?]*\?/, drops],
  ]);
  expect(ended).toMatchObject({ exitCode: 0, asked: 2 });
  expect(ended.stderr).toContain(told);
  expect(ended.stderr.includes(`recon resume --forget --base-url ${url}`)).toBe(stays);
  const texts = readdirSync(journalFolder()).map((file) => readFileSync(join(journalFolder(), file), 'latin1'));
  expect(texts.join().includes('Maria Open')).toBe(stays);
});

test('looking and forgetting leave no trace on a machine where nothing was begun', async () => {
  expect(await alone('resume', '--list')).toMatchObject({ exitCode: 0, stdout: '' });
  expect((await alone('resume', 'nothere1', '--forget')).stderr).toContain('no open change "nothere1"');
  expect(existsSync(journalFolder())).toBe(false);
});

test('recon status tells of open changes, also where no service is set up', async () => {
  const { url } = await goneService('Ana');
  const status = await alone('status');
  expect(status).toMatchObject({ exitCode: 4, stdout: `open changes\t1 at ${url}\n` });
  expect(status.stderr).toContain(
    `one change is open elsewhere: recon resume --profile default --base-url ${url} (or with --forget, which drops it)\n`,
  );
  expect(status.stderr).toContain('no service is set up yet');

  const other = await strangerService();
  const connected = await recon(other, 'status', '--json');
  expect(connected.exitCode).toBe(0);
  expect(JSON.parse(connected.stdout)).toMatchObject({
    accepted: true,
    open_changes: [{ profile: 'default', service: url, changes: 1, imports: 0 }],
  });
  other.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  await create(other, '--name', 'Bo');
  expect((await recon(other, 'status')).stderr).toContain('one change is open: recon resume\n');
});

test.skipIf(!requireTool('script'))(
  'a watch tells below what earlier runs left open, until it is settled',
  async () => {
    const service = await strangerService();
    service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
    await create(service, '--name', 'Bo');
    const session = openPty('recon list --watch', { environment: environment(service), folder: pathOf('.') });
    await session.waitFor('one change is open: recon resume');
    await session.waitFor('until Ctrl-C');
    expect(await recon(service, 'resume')).toMatchObject({ exitCode: 0 });
    await session.waitFor(/\u001b\[\d+A\u001b\[J/);
    await session.waitFor('until Ctrl-C');
    session.type(KEYS.ctrlC);
    expect(await session.ended).toBe(130);
    expect(session.seen().split('one change is open')).toHaveLength(2);
  },
);

test('an entry is named wherever it is: the line that reaches it is told, and what is typed narrows', async () => {
  const [one, two] = [await goneService('Ana'), await goneService('Bo')];
  const { exitCode, stderr } = await recon(two, 'resume', one.entry, '--adopt', '3');
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${one.entry} is open at ${one.url} (profile default)`);
  expect(stderr).toContain(`Try: recon resume --profile default --base-url ${one.url} ${one.entry} --adopt 3`);
  expect((await alone('resume')).stderr).toMatch(new RegExp(`--base-url ${one.url} \\([^]*no service is set up yet`));

  const narrowed = (await alone('resume', '--list', '--base-url', two.url)).stdout;
  expect(narrowed).toMatch(new RegExp(`^${two.entry}\\t[^\\n]*\\n$`));
  expect((await alone('resume', '--list', '--profile', 'nobody')).stdout).toBe('');
});

test('all of a service that is gone is dropped at once, after a yes, and nothing of another one', async () => {
  const [one, two] = [await goneService('Ana'), await goneService('Bo')];
  one.service.onRequest = undefined;
  one.service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  await importing(one, put('name\nZoe\n'));
  const forget = ['resume', '--forget', '--base-url', one.url];
  expect(await alone(...forget)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('to drop 3 open changes without being asked, --yes is needed'),
  });
  expect(existsSync(keptOf(one.entry))).toBe(true);
  expect(await alone(...forget, '--yes')).toMatchObject({
    ...{ exitCode: 0, stdout: '' },
    stderr: '3 changes are dropped; what was sent stays on the service\n',
  });
  expect(existsSync(keptOf(one.entry))).toBe(false);
  const { open, imports } = JSON.parse((await alone('resume', '--list', '--json')).stdout);
  expect(open).toMatchObject([{ entry: two.entry }]);
  expect(imports).toEqual([]);
  expect(await alone('resume', '--forget')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--forget needs the name of an open change'),
  });
});

test('one list that went to two services is two imports: which one is asked for, and the other stays', async () => {
  const services = [await strangerService(), await strangerService()] as const;
  const list = put('name\nAna\n');
  for (const service of services) {
    service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
    expect((await importing(service, list)).exitCode).toBe(10);
  }
  const { imports } = JSON.parse((await alone('resume', '--list', '--json')).stdout);
  const [{ batch }] = imports;
  expect(imports).toMatchObject([{ batch }, { batch }]);
  const ambiguous = await alone('resume', batch, '--forget');
  expect(ambiguous.exitCode).toBe(2);
  for (const { url } of services) expect(ambiguous.stderr).toContain(`--base-url ${url} ${batch} --forget`);

  expect((await alone('resume', batch, '--forget', '--base-url', services[0].url)).stderr).toContain('the import of');
  const left = JSON.parse((await alone('resume', '--list', '--json')).stdout).imports;
  expect(left).toMatchObject([{ batch, service: services[1].url, path: list }]);
  expect(await recon(services[1], 'resume')).toMatchObject({ exitCode: 0 });
  expect(services[1].patients).toHaveLength(1);
});
