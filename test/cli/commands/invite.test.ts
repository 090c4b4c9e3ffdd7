import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { openAccounts } from '../../../src/service/accounts.ts';
import { httpServer } from '../../http/servers.ts';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestForm, type TestService, workerNamed } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { asTerminal, standInProcess } from '../../support/stand-in-process.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';
import { startWatchingProxy } from '../../support/watching-proxy.ts';

const FACE = join(SAMPLES, 'ana', 'face');

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;
let watched: Awaited<ReturnType<typeof startWatchingProxy>>;
beforeAll(async () => {
  service = await openService();
  home = await makeHome();
  watched = await startWatchingProxy(service.url);
  environment = { ...home.environment, RECON_BASE_URL: watched.url, RECON_TOKEN: service.token };
});
beforeEach(() => {
  watched.seen.length = 0;
});
afterAll(async () => {
  await watched.close();
  await service.close();
  await home.remove();
});

const run = (...args: string[]) => runMain(args, environment);
const typing = (args: string[], answers: Keys[]) => typeMain(args, environment, answers);
const create = async (form: TestForm = {}) => String((await service.patient('POST', '/patients', { form })).patient.id);
const linksMade = () => watched.seen.filter((line) => line.includes('/invitation?'));
const waiting = async (id: string) => {
  const answer = await service.send('GET', `/recon/patients/${id}/invitations`);
  const { invitations } = (await answer.json()) as { invitations: { photos: unknown[] }[] };
  return invitations.map(({ photos }) => photos.length);
};

/** What the patient's page does, without a browser. */
async function put(link: string, view: string): Promise<void> {
  const photo = readFileSync(join(FACE, `${view}.jpg`));
  const form = new FormData();
  form.set('photo[id]', `photo-of-${view}`);
  form.set('photo[sha256]', createHash('sha256').update(photo).digest('hex'));
  form.set(`reconstruction[${view}]`, new Blob([photo]), `${view}.jpg`);
  expect((await fetch(`${link}/photos/${view}`, { method: 'PUT', body: form })).status).toBe(200);
}

async function linkWith(id: string, ...views: string[]): Promise<string> {
  const answer = await service.send('GET', `/patients/${id}/invitation?reconstruction_type=face`);
  const { invitation_url: link } = (await answer.json()) as { invitation_url: string };
  for (const view of views) await put(link, view);
  return link;
}

describe('--revoke', () => {
  test('where photos have arrived, it needs --yes, and then tells how many are erased', async () => {
    const id = await create({ 'patient[name]': 'Ana' });
    await linkWith(id, 'front');
    const refused = await run('invite', id, '--type', 'face', '--revoke');
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain('1 photo has arrived and is not sent yet');
    expect(refused.stderr).toContain('--yes is needed');
    expect(await waiting(id)).toEqual([1]);
    const told = await run('invite', id, '--type', 'face', '--revoke', '--dry-run');
    expect(told.stderr).toContain('would be erased: 1 photo that arrived but was not sent');
    expect(await waiting(id)).toEqual([1]);
    const { exitCode, stderr } = await run('invite', id, '--type', 'face', '--revoke', '--yes');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: `took back one link for face photos of patient ${id}; erased: 1 photo that had arrived but was not sent\n`,
    });
    expect(await waiting(id)).toEqual([]);
  });

  test('on a terminal it asks; Enter is no', async () => {
    const id = await create({ 'patient[name]': 'Ben' });
    await linkWith(id, 'front', 'left');
    const args = ['invite', id, '--type', 'face', '--revoke'];
    const left = await typing(args, [[/2 photos have arrived and are not sent yet[\s\S]*erase those photos\?/, '\r']]);
    expect(left).toMatchObject({ exitCode: 130, asked: 1 });
    expect(await waiting(id)).toEqual([2]);
    expect(await typing(args, [[/erase those photos\?/, 'y\r']])).toMatchObject({ exitCode: 0, asked: 1 });
    expect(await waiting(id)).toEqual([]);
  });

  test('the only link is asked about once, by the name of the patient; Enter is no', async () => {
    const id = await create({ 'patient[name]': 'Cid', ...(await faceForm()) });
    await linkWith(id);
    const question = new RegExp(`Take back one link for face photos of patient ${id}, Cid\\?`);
    const left = await typing(['invite', id, '--revoke'], [[question, '\r']]);
    expect(left).toMatchObject({ exitCode: 130, asked: 1 });
    expect(left.stderr).not.toContain('for which photos');
    expect(await waiting(id)).toEqual([0]);
    expect(await typing(['invite', id, '--revoke'], [[question, 'y\r']])).toMatchObject({ exitCode: 0, asked: 1 });
    expect(await waiting(id)).toEqual([]);
  });

  test('with --yes the only type whose links are out is taken, and of several one has to be named', async () => {
    const id = await create({ 'patient[name]': 'Cid Three', ...(await faceForm()) });
    await linkWith(id);
    await run('invite', id, '--type', 'body');
    const refused = await run('invite', id, '--revoke', '--yes');
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain('--type is missing: one of face, body');
    expect(await run('invite', id, '--type', 'body', '--revoke', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await waiting(id)).toEqual([0]);
    const { exitCode, stderr } = await run('invite', id, '--revoke', '--yes');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: `took back one link for face photos of patient ${id}\n`,
    });
    expect(await waiting(id)).toEqual([]);
  });

  test('one Enter on a list of types takes nothing back', async () => {
    const id = await create({ 'patient[name]': 'Cid Two', ...(await faceForm()) });
    await linkWith(id);
    await run('invite', id, '--type', 'body');
    const ended = await typing(
      ['invite', id, '--revoke'],
      [
        [/Take back the link for which photos\?[^m]*❯ face/, '\r'],
        [/Take back one link for face photos/, '\r'],
      ],
    );
    expect(ended).toMatchObject({ exitCode: 130, asked: 2 });
    expect(await waiting(id)).toHaveLength(2);
  });

  test('patients without a link were offered, too', async () => {
    const own = await openService();
    onTestFinished(own.close);
    const at = { ...home.environment, RECON_BASE_URL: own.url, RECON_TOKEN: own.token };
    const ids: string[] = [];
    for (const name of ['Cora Out', 'Dean None', 'Elle Body']) {
      const { patient } = await own.patient('POST', '/patients', { form: { 'patient[name]': name } });
      ids.push(String(patient.id));
    }
    const revoking = (flags: string[], answers: Keys[]) => typeMain(['invite', '--revoke', ...flags], at, answers);
    expect(await revoking([], [])).toMatchObject({ exitCode: 0, asked: 0, stderr: 'no link is out\n' });
    await runMain(['invite', ids[0]!, '--type', 'face'], at);
    await runMain(['invite', ids[2]!, '--type', 'body'], at);
    const which = /Take back the links of which patient\?[\s\S]*Elle Body[\s\S]*Cora Out/;
    const chosen = await revoking(
      [],
      [
        [which, 'Cora\r'],
        [/Take back one link for face photos of patient \d+, Cora Out\?/, '\r'],
      ],
    );
    expect(chosen).toMatchObject({ exitCode: 130, asked: 2 });
    expect(chosen.stderr).not.toContain('Dean');
    const body = await revoking(['--type', 'body'], [[/Elle Body/, '\u0003']]);
    expect(body.asked).toBe(1);
    expect(body.stderr).not.toContain('Cora');
    expect(await revoking(['--type', 'mammo'], [])).toMatchObject({ exitCode: 0, stderr: 'no breast link is out\n' });
  });

  test('without a link that is out, nothing is asked', async () => {
    const id = await create({ 'patient[name]': 'Cleo', ...(await faceForm()) });
    const { exitCode, asked, stderr } = await typing(['invite', id, '--revoke'], []);
    expect({ exitCode, asked }).toEqual({ exitCode: 0, asked: 0 });
    expect(stderr).toContain(`no link of patient ${id}, Cleo is out`);
  });
});

test('--yes makes a link without the question', async () => {
  const id = await create({ 'patient[name]': 'Dora', ...(await faceForm()) });
  expect(await run('invite', id, '--type', 'face', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await typing(['invite', id, '--yes'], [[/❯ face/, '\r']])).toMatchObject({ exitCode: 0, asked: 1 });
  expect(linksMade()).toHaveLength(2);
});

test('a token that only reads is refused before a question, and no step of it is offered', async () => {
  const id = await create({ 'patient[name]': 'Rita Readable', ...(await faceForm()) });
  const bare = await create({ 'patient[name]': 'Bo Bare' });
  const accounts = await openAccounts(service.places);
  const { token } = await accounts.addToken('main', { label: 'statistics', scope: 'read' });
  await accounts.close();
  const reading = (args: string[]) => typeMain(args, { ...environment, RECON_TOKEN: token }, []);
  for (const args of [
    ['invite', id],
    ['invite', id, '--type', 'face'],
    ['invite', id, '--type', 'face', '--revoke'],
    ['patients', 'delete', id],
    ['patients', 'update', id],
    ['patients', 'update', id, '--phone', ''],
    ['patients', 'update', id, '--left', join(FACE, 'left.jpg')],
    ['patients', 'accept', id],
    ['patients', 'accept', id, '--type', 'face', '--dry-run'],
    ['after', 'create', id],
    ['patients', 'create'],
    ['patients', 'create', '--name', 'Cleo Create', '--type', 'face'],
    // Nobody is typed, or a name: nobody is chosen, and nobody is asked about.
    ['patients', 'delete'],
    ['transfer'],
    ['invite'],
    ['patients', 'update'],
    ['patients', 'accept', 'Rita'],
    ['patients', 'delete', 'Rita'],
  ]) {
    const refused = await reading(args);
    expect({ args, ...refused }).toMatchObject({ args, exitCode: 4, asked: 0, stdout: '' });
    expect(refused.stderr).toContain('the access token only reads: this needs the scope "write"; nothing was sent');
    expect(refused.stderr).not.toMatch(/[?] /);
  }
  expect(linksMade()).toEqual([]);
  const cards = await reading(['patients', 'get', id, bare]);
  expect(cards.exitCode).toBe(0);
  expect(cards.stdout).toMatch(/recon (view|wait) /);
  expect(cards.stdout).not.toMatch(/recon (invite|update|accept)/);
  const last = await reading(['patients', 'update', 'last', '--phone', '021 000 000']);
  expect(last).toMatchObject({ exitCode: 4, asked: 0, stderr: expect.stringContaining('only reads') });
  const own = await typing(['patients', 'get', bare], []);
  expect(own.stdout).toMatch(/recon invite[\s\S]*recon update/);
});

test('a dry run of a change tells that the token only reads, as the change would', async () => {
  const id = await create({ 'patient[name]': 'Dee Dry', ...(await faceForm()) });
  const accounts = await openAccounts(service.places);
  const { token } = await accounts.addToken('main', { label: 'dry', scope: 'read' });
  await accounts.close();
  const list = join(home.folder, 'dry.csv');
  writeFileSync(list, 'name\nDry Row\n');
  const photos = ['left', 'front', 'right'].flatMap((view) => [`--${view}`, join(FACE, `${view}.jpg`)]);
  for (const args of [
    ['patients', 'update', id, '--name', 'Maria'],
    ['patients', 'create', '--name', 'Dry Create'],
    ['patients', 'import', list],
    ['patients', 'delete', id],
    ['after', 'create', id, '--type', 'face', ...photos],
    ['transfer', id, '--to', '7'],
    ['invite', id, '--type', 'face'],
    ['invite', id, '--type', 'face', '--revoke'],
  ]) {
    const refused = await runMain([...args, '--dry-run'], { ...environment, RECON_TOKEN: token });
    expect({ args, ...refused }).toMatchObject({ args, exitCode: 4, stdout: '' });
    expect(refused.stderr).toContain('the access token only reads: this needs the scope "write"; nothing was sent');
    expect(refused.stderr).not.toContain('would');
    expect(await run(...args, '--dry-run'), args.join(' ')).toMatchObject({ exitCode: 0 });
  }
});

test('a dry run goes on where the service cannot be asked, and tells it', async () => {
  const args = ['patients', 'update', '7', '--name', 'Maria', '--dry-run'];
  const { exitCode, stderr } = await runMain(args, home.environment);
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/whether the service would take it cannot be told: .*\n.*what was typed is in order/);
});

describe('a type that is chosen', () => {
  test('is the patient’s own where one was marked, and is asked about once more: Enter is no', async () => {
    const id = await create({ 'patient[name]': 'Eva Chosen', ...(await faceForm(2)) });
    const ended = await typing(
      ['invite', id],
      [
        [/❯ face/, '\r'],
        [/face \(face or head\) photos of patient \d+, Eva Chosen[\s\S]*Make this link\?/, '\r'],
      ],
    );
    expect(ended).toMatchObject({ exitCode: 130, asked: 2, stdout: '' });
    expect(linksMade()).toEqual([]);
  });
});

test('a link for an accepted model, which takes no photos, is made only after a yes', async () => {
  const id = await create({ 'patient[name]': 'Ada Accepted', ...(await faceForm(2)) });
  expect((await run('wait', id)).exitCode).toBe(0);
  expect((await run('patients', 'accept', id, '--type', 'face')).exitCode).toBe(0);
  const invite = (answer: string) =>
    typing(['invite', id, '--type', 'face'], [[/takes no photos until then\?/, answer]]);
  const refused = await invite('\r');
  expect(refused).toMatchObject({ exitCode: 130, asked: 1, stdout: '' });
  expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain('until whoever accepted it takes that back with');
  expect(refused.stderr).toContain(`recon accept ${id} --type face --undo`);
  expect(linksMade()).toEqual([]);
  expect((await invite('y\r')).exitCode).toBe(0);
  expect(linksMade()).toHaveLength(1);
});

test('accepting a model said nothing of a link that was out for it', async () => {
  const id = await create({ 'patient[name]': 'Lia Linked', ...(await faceForm(3)) });
  expect((await run('wait', id)).exitCode).toBe(0);
  const accept = ['patients', 'accept', id, '--type', 'face'];
  const told = new RegExp(
    `a link for face photos of patient ${id} is out until [-\\d]+ [:\\d]+, and takes no photos now; to take it back: recon invite ${id} --type face --revoke`,
  );
  expect((await run(...accept)).stderr).not.toContain('a link');
  expect((await run(...accept, '--undo')).exitCode).toBe(0);
  expect((await run('invite', id, '--type', 'mammo')).exitCode).toBe(0);
  expect((await run(...accept)).stderr).not.toContain('a link');
  expect((await run(...accept, '--undo')).exitCode).toBe(0);
  expect((await run('invite', id, '--type', 'face')).exitCode).toBe(0);
  for (const ended of [await run(...accept), await typing(accept, [])]) {
    expect(ended.exitCode).toBe(0);
    expect(ended.stderr.replaceAll(/\s+/g, ' ')).toMatch(told);
  }
  // Two that were out were told as "a link".
  expect((await run(...accept, '--undo')).exitCode).toBe(0);
  expect((await run('invite', id, '--type', 'face')).exitCode).toBe(0);
  expect((await run(...accept)).stderr.replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(
      `2 links for face photos of patient ${id} are out, the last until [-\\d]+ [:\\d]+, and take no photos now; to take them back: recon invite ${id} --type face --revoke`,
    ),
  );
});

test('--copy that fails keeps nothing else from being done, and ends with 12', async () => {
  const id = await create({ 'patient[name]': 'Fay' });
  await linkWith(id);
  const { exitCode, stdout, stderr } = await run('invite', id, '--type', 'face', '--copy', '--qr');
  expect({ exitCode, stdout }).toEqual({ exitCode: 12, stdout: expect.stringMatching(/^http\S+\n$/) });
  expect(stderr).toContain('an earlier face link');
  expect(stderr).toContain('the link could not be copied');
});

test('all earlier links that still work are counted', async () => {
  const id = await create({ 'patient[name]': 'Hal' });
  const told: (string | undefined)[] = [];
  for (let made = 0; made < 4; made++) {
    const { stderr } = await run('invite', id, '--type', 'face');
    told.push(/(?:an|\d) earlier face links? of patient \d+(?:, made just now,)? works? too/.exec(stderr)?.[0]);
  }
  expect(told).toEqual([
    undefined,
    `an earlier face link of patient ${id}, made just now, works too`,
    `2 earlier face links of patient ${id} work too`,
    `3 earlier face links of patient ${id} work too`,
  ]);
});

test('the hint beside an earlier link says that the new one goes, too, as it does', async () => {
  const id = await create({ 'patient[name]': 'Hal' });
  const links = [await linkWith(id), await linkWith(id)];
  const { stdout, stderr } = await run('invite', id, '--type', 'face');
  expect(stderr).toContain(`to take all of them back, the new one too: recon invite ${id} --type face --revoke`);
  const revoked = await run('invite', id, '--type', 'face', '--revoke');
  expect(revoked.stderr).toBe(`took back 3 links for face photos of patient ${id}\n`);
  for (const link of [...links, stdout.trim()]) expect((await fetch(link)).status).toBe(404);
});

test('an earlier link was told at a terminal only when the new one was made', async () => {
  const id = await create({ 'patient[name]': 'Hal' });
  await linkWith(id);
  const invite = (answers: Keys[], ...flags: string[]) => typing(['invite', id, '--type', 'face', ...flags], answers);
  const question =
    /a link for face photos of patient \d+, Hal, is out already\.\s+It\s+works\s+until\s+\d{4}-\d\d-\d\d\s\d\d:\d\d,\s+and\s+a\s+new\s+one\s+does\s+not\s+end\s+it\.\s+To\s+take\s+back\s+what\s+is\s+out\s+for\s+these\s+photos:\s+recon invite \d+ --type face --revoke[\s\S]*Make another link\?/;
  const refused = await invite([[question, '\r']]);
  expect(refused).toMatchObject({ exitCode: 130, asked: 1, stdout: '' });
  expect(linksMade()).toEqual([]);
  const made = await invite([[question, 'y\r']]);
  expect(made).toMatchObject({ exitCode: 0, asked: 1 });
  // Once is enough, and nothing reads as if the new one were made.
  expect(made.stderr).not.toMatch(/a link for face[^,\n]* of patient \d+, Hal\r?\n/);
  expect(made.stderr.match(/--revoke/g)).toHaveLength(1);
  expect(await invite([], '--yes')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('is out already') });
  expect(linksMade()).toHaveLength(2);
});

test('with --here another link was made without a question, and without a word on the ready model', async () => {
  const id = await create({ 'patient[name]': 'Hal Ready', ...(await faceForm(2)) });
  expect((await run('wait', id)).exitCode).toBe(0);
  await linkWith(id);
  for (const line of [
    ['invite', id, '--type', 'face', '--here'],
    ['invite', 'Hal Ready', '--type', 'face', '--here'],
  ]) {
    const question =
      /is out already[\s\S]*photos sent by it replace the face model that is ready[\s\S]*Make another link\?/;
    expect(await typing(line, [[question, '\r']])).toMatchObject({ exitCode: 130, asked: 1, stdout: '' });
  }
  expect(linksMade()).toEqual([]);
});

test('a window too low for the code cut it at the top without a word', async () => {
  const reached = await openService({ publicUrl: 'https://recon.invalid' });
  onTestFinished(() => reached.close());
  const { patient } = await reached.patient('POST', '/patients');
  const own = { ...home.environment, RECON_BASE_URL: reached.url, RECON_TOKEN: reached.token };
  const seen = async (rows: number) =>
    (await typeMain(['invite', String(patient.id), '--type', 'face', '--qr', '--yes'], own, [], { rows })).stderr;
  const low = await seen(20);
  const [, needed = ''] = /this window is too low for the code: enlarge it to (\d+) rows/.exec(low) ?? [];
  expect(low.split('\n').filter((line) => /[▀▄█]/.test(line))).toHaveLength(Number(needed) - 2);
  expect(await seen(Number(needed))).not.toContain('too low');
});

test('of a patient named by name with a link out, two questions were asked', async () => {
  const id = await create({ 'patient[name]': 'Hana Twice' });
  await linkWith(id);
  const question = /Hana Twice[\s\S]*is out already[\s\S]*Make another link\?/;
  const line = ['invite', 'Hana Twice', '--type', 'face'];
  expect(await typing(line, [[question, '\r']])).toMatchObject({ exitCode: 130, asked: 1, stdout: '' });
  const made = await typing(line, [[question, 'y\r']]);
  expect(made).toMatchObject({ exitCode: 0, asked: 1, stderr: expect.not.stringContaining('this patient?') });
  const other = await typing(['invite', id, '--type', 'body'], []);
  expect(other.exitCode).toBe(0);
  expect(other.stderr.replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(
      `a link for face photos is out, too, until .*; to take it back: recon invite ${id} --type face --revoke`,
    ),
  );
  const part = [[/Make a link for this patient\?/, '\r']] satisfies Keys[];
  expect(await typing(['invite', 'Hana', '--type', 'face', '--yes'], part), 'a part of a name').toMatchObject({
    exitCode: 130,
    asked: 1,
  });
});

test.each([[[]], [['--json']]])('--here %j puts the link alone on stdout, and ends as the wait does', async (flags) => {
  const id = await create({ 'patient[name]': 'Gil' });
  const { stand, texts } = standInProcess(['invite', id, '--type', 'face', '--here', ...flags], environment);
  const ended = main(stand);
  await expect.poll(() => texts.stdout).toContain('\n');
  const [first = ''] = texts.stdout.split('\n');
  const link: string = flags.length > 0 ? JSON.parse(first).invitation_url : first;
  for (const view of ['front', 'left', 'right']) await put(link, view);
  const headers = { 'idempotency-key': 'a-key-of-the-patients-page' };
  expect((await fetch(`${link}/send`, { method: 'POST', headers, body: new FormData() })).status).toBe(200);
  expect(await ended, texts.stderr).toBe(0);
  expect(texts.stdout).toBe(`${first}\n`);
  expect(texts.stderr).toMatch(
    /^waiting for the photos, until .* at the longest; Ctrl-C ends the wait; without --here, this command does not wait/m,
  );
  expect(texts.stderr).toContain('the photos are sent');
  expect(texts.stderr).toContain('ready after');
});

test.each([
  ['one by one, on a terminal', true, 'patients 2 (Cia Sample) and 1 (Ben Sample)'],
  ['all at once, in a log', false, 'patients 2 and 1'],
])('photos by a link that other patients have: %s', async (_, isTerminal, who) => {
  const own = await openService();
  onTestFinished(() => own.close());
  const place = { ...home.environment, RECON_BASE_URL: own.url, RECON_TOKEN: own.token };
  for (const [number, name] of ['Ben Sample', 'Cia Sample'].entries()) {
    const line = ['create', '--name', name, '--type', 'face', '--provider', 'face', '--photos', FACE];
    const made = { exitCode: 0, stdout: `${number + 1}\n` };
    expect(await runMain([...line, '--no-photo-check', '--no-wait'], place)).toMatchObject(made);
  }
  const { patient } = await own.patient('POST', '/patients', { form: { 'patient[name]': 'Ida' } });
  const { stand, texts } = standInProcess(['invite', String(patient.id), '--type', 'face', '--here'], place);
  if (isTerminal) asTerminal(stand.stderr);
  const ended = main(stand);
  await expect.poll(() => texts.stdout).toContain('\n');
  const link = texts.stdout.trim();
  await put(link, 'front');
  const warning = (which: string) => `${which} already sent for ${who}\n`;
  if (isTerminal) await expect.poll(() => texts.stderr, { timeout: 10_000 }).toContain(warning('the front photo was'));
  for (const view of ['left', 'right']) await put(link, view);
  expect(await (await fetch(link)).text()).not.toMatch(/Ben|already sent/);
  const headers = { 'idempotency-key': 'a-key-of-the-patients-page' };
  const sent = await fetch(`${link}/send`, { method: 'POST', headers, body: new FormData() });
  expect(await sent.text()).not.toMatch(/Ben|sent_before/);
  expect(await ended, texts.stderr).toBe(0);
  expect(texts.stderr).toMatch(
    isTerminal ? /left and right photos were already/ : /photos were already sent for patients 2 and 1$/m,
  );
});

test('photos that another patient has are told wherever the patients are, until the models are accepted', async () => {
  const own = await openService({ workerUrl: workerNamed('people') });
  onTestFinished(() => own.close());
  const place = { ...home.environment, RECON_BASE_URL: own.url, RECON_TOKEN: own.token };
  const onTerminal = async (...args: string[]) => (await typeMain(args, place, [])).stdout.replaceAll(/\s+/g, ' ');
  const ben = ['create', '--name', 'Ben Sample', '--type', 'face', '--provider', 'face', '--photos', FACE];
  expect(await runMain([...ben, '--no-photo-check', '--no-wait'], place)).toMatchObject({ exitCode: 0, stdout: '1\n' });
  const { patient } = await own.patient('POST', '/patients', { form: { 'patient[name]': 'Ida' } });
  const id = String(patient.id);
  const link = (await runMain(['invite', id, '--type', 'face'], place)).stdout.trim();
  await put(link, 'front');
  expect(await onTerminal('show', id)).toContain('; patient 1 has the same front photo');
  for (const view of ['left', 'right']) await put(link, view);
  const headers = { 'idempotency-key': 'a-key-of-the-patients-page' };
  const sent = await fetch(`${link}/send`, { method: 'POST', headers, body: new FormData() });
  expect(await sent.text()).not.toContain('patient 1');
  const same = 'patient 1 has the same left, front and right photos';
  expect((await runMain(['wait', id], place)).stderr).toContain(same);
  expect(await onTerminal('show', id)).toContain(same);
  expect(await onTerminal('show', '1')).toContain(`patient ${id} has the same left, front and right photos`);
  expect(await onTerminal('list', '--no-pager')).toContain('ready, photos also of another patient');
  const status = await onTerminal('status');
  expect(status).toContain('2 have a model whose photos another patient has, too');
  expect(status).toContain('ready, photos also of another patient');
  // Who deletes or hands over the wrong one sees it above the question.
  for (const change of [
    ['patients', 'delete', id],
    ['transfer', id, '--to', '7'],
  ]) {
    const { stderr } = await runMain([...change, '--dry-run'], place);
    expect(stderr).toMatch(new RegExp(`dry run: would .*\\nwarning: face of patient ${id}: ${same}`));
  }
  // An archive is handed on.
  const to = join(tempFolder(), 'x.zip');
  const saved = await typeMain(['download', id, '--type', 'face', '--to', to], place, []);
  expect(saved).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(`warning: face of patient ${id}: ${same}`),
  });
  // Accepting takes the mark away, and was asked for by an id without a word.
  const refused = await typeMain(['accept', id, '--type', 'face'], place, [
    [new RegExp(`warning: face of patient ${id}: ${same}[\\s\\S]*Accept this model\\?`), '\r'],
  ]);
  expect(refused).toMatchObject({ asked: 1, exitCode: 130 });
  // What the desk makes anew of the same photos is still of them.
  const again = ['update', id, '--type', 'face', '--eye-distance', '6.2', '--yes'];
  expect((await runMain(again, place)).stderr).toContain(same);
  expect((await runMain(['accept', id, '--type', 'face'], place)).exitCode).toBe(0);
  expect(await onTerminal('list', '--no-pager')).toMatch(
    /Ida face ready and accepted .* Ben Sample face ready, photos also of/,
  );
  expect((await runMain(['patients', 'delete', id, '--dry-run'], place)).stderr).not.toContain('same');
  expect((await runMain(['accept', '1', '--type', 'face'], place)).exitCode).toBe(0);
  expect(await onTerminal('list', '--no-pager')).not.toContain('another patient');
});

test('after photos of a phone that is here gave no model, a new link for it is offered, not a line for files', async () => {
  const refusing = await openService({ workerUrl: workerNamed('refuse') });
  onTestFinished(() => refusing.close());
  const { patient } = await refusing.patient('POST', '/patients');
  const own = { ...home.environment, RECON_BASE_URL: refusing.url, RECON_TOKEN: refusing.token };
  const { stand, texts } = standInProcess(['invite', String(patient.id), '--type', 'face', '--here'], own);
  const ended = main(stand);
  await expect.poll(() => texts.stdout).toContain('\n');
  const link = texts.stdout.trim();
  for (const view of ['front', 'left', 'right']) await put(link, view);
  const headers = { 'idempotency-key': 'a-key-of-the-patients-page' };
  expect((await fetch(`${link}/send`, { method: 'POST', headers, body: new FormData() })).status).toBe(200);
  expect(await ended, texts.stderr).toBe(9);
  expect(texts.stderr).toContain(`Try: recon invite ${patient.id} --type face --here`);
  expect(texts.stderr).not.toContain('FILE');
});

test('--here draws a code where a phone can open the link, and else says why there is none and what helps', async () => {
  const reached = await openService({ publicUrl: 'https://recon.invalid' });
  onTestFinished(() => reached.close());
  for (const [one, isDrawn] of [
    [reached, true],
    [service, false],
  ] as const) {
    const { patient } = await one.patient('POST', '/patients');
    const own = { ...home.environment, RECON_BASE_URL: one.url, RECON_TOKEN: one.token };
    const { stand, texts } = standInProcess(['invite', String(patient.id), '--type', 'face', '--here'], own);
    const ended = main(stand);
    await expect.poll(() => texts.stdout).toContain('\n');
    const link = texts.stdout.trim().replace('https://recon.invalid', one.url);
    for (const view of ['front', 'left', 'right']) await put(link, view);
    const headers = { 'idempotency-key': 'a-key-of-the-patients-page' };
    expect((await fetch(`${link}/send`, { method: 'POST', headers, body: new FormData() })).status).toBe(200);
    expect(await ended, texts.stderr).toBe(0);
    expect([texts.stderr.includes('▀'), texts.stderr.includes('no code is drawn')]).toEqual([isDrawn, !isDrawn]);
    if (!isDrawn) expect(texts.stderr).toMatch(/in a browser of this machine alone; .*ask who runs .*--public-url/);
  }
});

test('with --here that no phone can open a link was told only once the link was made', async () => {
  const id = await create({ 'patient[name]': 'Ina Here' });
  await linkWith(id);
  const line = ['invite', id, '--type', 'face', '--here'];
  const asked = await typing(line, [[/no phone can open this link[\s\S]*Make another link\?/, '\r']]);
  expect(asked).toMatchObject({ exitCode: 130, asked: 1 });
});

test('on a terminal it is told whose links are taken back', async () => {
  const id = await create({ 'patient[name]': 'Ana Revoked' });
  await linkWith(id);
  const { stderr } = await typing(['invite', id, '--type', 'face', '--revoke'], []);
  expect(stderr).toContain(`took back one link for face photos of patient ${id}, Ana Revoked`);
  const none = await typing(['invite', id, '--type', 'face', '--revoke'], []);
  expect(none.stderr).toContain(`no face link of patient ${id}, Ana Revoked is out`);
});

test('a card that no phone can use says so, and one that is there says what to do', async () => {
  const id = await create({ 'patient[name]': 'Ana Card' });
  const card = join(home.folder, 'ana.png');
  const made = await run('invite', id, '--type', 'face', '--card', card);
  expect(made.stderr).toContain('no phone can open this link: it opens on this machine alone');
  const again = await run('invite', id, '--type', 'face', '--card', card);
  expect(again).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('give the card another name') });
});

test.each([
  ['--card', 'the card'],
  ['--qr', 'the QR code'],
])('on a terminal %s is not made of a link that no phone can open', async (flag, what) => {
  const id = await create({ 'patient[name]': 'Ana Sheet' });
  const card = join(home.folder, 'sheet.png');
  const { exitCode, stdout, stderr } = await typing(
    ['invite', id, '--type', 'face', flag, ...(flag === '--card' ? [card] : [])],
    [],
  );
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain('no link was made');
  expect(linksMade()).toEqual([]);
  expect((await typing(['invite', id, '--type', 'face', '--revoke'], [])).stderr).toContain('no face link of patient');
  expect(stderr).toContain(`${what} is not made: no phone can open this link`);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    'ask who runs the service: it needs an https address that phones reach, and is then started with',
  );
  expect(stderr).not.toContain('▀');
  expect(existsSync(card)).toBe(false);
});

test('tries for a code that no phone can use add no link to one that is out', async () => {
  const id = await create({ 'patient[name]': 'Ana Earlier' });
  await run('invite', id, '--type', 'face');
  for (const _ of [1, 2, 3]) {
    expect(await typing(['invite', id, '--type', 'face', '--qr'], [])).toMatchObject({ exitCode: 2, stdout: '' });
  }
  expect(await waiting(id)).toHaveLength(1);
});

test('a link that is opened or copied here too is made without the code that no phone can use', async () => {
  const id = await create({ 'patient[name]': 'Ana Here' });
  const { exitCode, stdout, stderr } = await typing(['invite', id, '--type', 'face', '--qr', '--copy'], []);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: expect.stringMatching(/^http:\/\/127/) });
  expect(stderr).toContain('the link is made, and works on this machine');
  expect(stderr).not.toContain('▀');
});

test('of a service that does not say with what its links begin, a link without its code can be taken back', async () => {
  const id = await create({ 'patient[name]': 'Ana Older' });
  /** A service that announces nothing of these; the version of it does not matter. */
  const without = async (untold: RegExp) => {
    const { url } = await httpServer(async ({ method = 'GET', url = '/' }, response) => {
      const answer = await service.send(method, url);
      const told = [...answer.headers].filter(
        ([name]) => !untold.test(name) && !/^(content-length|transfer-)/.test(name),
      );
      response.writeHead(answer.status, Object.fromEntries(told)).end(await answer.text());
    });
    const args = ['invite', id, '--type', 'face', '--qr'];
    const made = await typeMain(args, { ...environment, RECON_BASE_URL: url }, []);
    return { ...made, stderr: made.stderr.replaceAll(/\s+/g, ' ') };
  };
  const older = await without(/^recon-public-url$/);
  expect(older).toMatchObject({ exitCode: 2, stdout: expect.stringMatching(/^http:\/\/127/) });
  expect(older.stderr).toContain('the QR code is not made: no phone can open this link');
  expect(older.stderr).toContain(
    `to take it back, and with it any earlier one: recon invite ${id} --type face --revoke`,
  );
  expect(older.stderr).not.toContain('▀');
  expect((await without(/^recon-/)).stderr).toContain('this service has no way to take it back');
});

describe('a link of a private network is made, and told as that', () => {
  let inside: TestService;
  let at: Record<string, string>;
  beforeAll(async () => {
    inside = await openService({ publicUrl: 'https://192.168.1.20' });
    at = { ...home.environment, RECON_BASE_URL: inside.url, RECON_TOKEN: inside.token };
  });
  afterAll(() => inside.close());

  test.each([[runMain], [(args: string[], set: Record<string, string>) => typeMain(args, set, [])]])(
    '%o',
    async (run) => {
      const { patient } = await inside.patient('POST', '/patients', { form: { 'patient[name]': 'Ana Inside' } });
      for (const flags of [[], ['--qr'], ['--card', join(home.folder, `inside-${patient.id}-${run.length}.png`)]]) {
        const made = await run(['invite', String(patient.id), '--type', 'face', '--yes', ...flags], at);
        expect(made).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^https:\/\/192/) });
        expect(made.stderr.replaceAll(/\s+/g, ' ')).toContain(
          'warning: this link opens only in the clinic’s own network, such as its Wi-Fi, and not at home: 192.168.1.20 is',
        );
      }
    },
  );
});

test('on a terminal it is told until when a link works', async () => {
  const id = await create({ 'patient[name]': 'Ana Until' });
  const { stderr } = await typing(['invite', id, '--type', 'face'], []);
  expect(stderr).toMatch(/^the link works until [A-Z][a-z]+day \d{4}-\d\d-\d\d \d\d:\d\d \S+$/m);
  expect(stderr.indexOf('warning: this link opens on this machine alone')).toBeLessThan(stderr.indexOf('works until'));
  expect((await run('invite', id, '--type', 'face')).stderr).not.toContain('works until');
});

test('--language makes a link whose page is in it; a card alone only where the language is set', async () => {
  const id = await create({ 'patient[name]': 'Ana Idioma' });
  const link = async (...flags: string[]) => (await run('invite', id, '--type', 'face', ...flags)).stdout.trim();
  expect(await link('--language', 'pt')).toMatch(/\?lang=pt$/);
  expect(await link('--card', join(home.folder, 'plain.png'))).not.toContain('?');
  await run('config', 'set', 'language', 'de');
  expect(await link('--card', join(home.folder, 'set.png'))).toMatch(/\?lang=de$/);
  expect(await link()).not.toContain('?');
  await run('config', 'unset', 'language');
});

describe('--message gives a text to paste beside the link', () => {
  test.each(['en', 'es', 'pt', 'de', 'fr', 'ar'] as const)(
    '%s, with the page in it, and the end of the link',
    async (code) => {
      const id = await create({ 'patient[name]': 'Ana Recado' });
      await run('config', 'set', 'clinic', 'North Clinic');
      const { exitCode, stdout } = await run('invite', id, '--type', 'face', '--message', code);
      await run('config', 'unset', 'clinic');
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(new RegExp(`\n\nhttp://\\S+\\?lang=${code}\n\n.+\n\nNorth Clinic\n$`));
      const weekday = new Intl.DateTimeFormat(code, { weekday: 'long' }).format(Date.now() + 7 * 86_400_000);
      const zone = new Intl.DateTimeFormat(code, { timeZoneName: 'short' })
        .formatToParts(Date.now() + 7 * 86_400_000)
        .find(({ type }) => type === 'timeZoneName')!.value;
      expect(stdout).toContain(weekday);
      expect(stdout).toContain(zone);
      expect(stdout).not.toMatch(/Ana|\\u/);
    },
  );

  test('a person without the name of a clinic is asked for it before there is a link, once', async () => {
    const id = await create({ 'patient[name]': 'Ana Named' });
    const line = ['invite', id, '--type', 'face', '--message', 'en', '--copy'];
    const before = linksMade().length;
    const question = /The clinic’s name, to stand in it \(Enter: none\):/;
    const left = await typing(line, [[question, '\u0003']]);
    expect(left.exitCode).toBe(130);
    expect(linksMade()).toHaveLength(before);
    const none = await typing(line, [[question, '\r']]);
    expect(none.stderr.replaceAll(/\s+/g, ' ')).toContain('the text names no clinic');
    const another: Keys = [/Make another link\?/, 'y\r'];
    expect((await typing([...line, '--yes'], [])).stdout).not.toContain('Clinic');
    expect((await typing(line, [another, [question, 'South Clinic\r']])).stdout).toContain('South Clinic');
    expect(await typing(line, [another])).toMatchObject({ asked: 1, stdout: expect.stringContaining('South Clinic') });
    await run('config', 'unset', 'clinic');
  });

  test('and never makes a link for a wrong language, for JSON, or beside --here or --revoke', async () => {
    const id = await create({ 'patient[name]': 'Ana None' });
    const refused = async (...flags: string[]) => {
      const { exitCode, stderr } = await run('invite', id, '--type', 'face', ...flags);
      return [exitCode, stderr.split('\n')[0]];
    };
    const none = 'recon: --message "it" is none of en, es, pt, de, fr, ar';
    expect(await refused('--message', 'it')).toEqual([2, none]);
    expect((await refused('--message', 'pt', '--here'))[0]).toBe(2);
    expect((await refused('--message', 'pt', '--json'))[0]).toBe(2);
    expect((await refused('--message', 'pt', '--revoke'))[0]).toBe(2);
    expect((await run('show', id, '--json')).stdout).not.toContain('invitation');
    const sent = watched.seen.filter((line) => line.includes(`/patients/${id}/invitation`));
    expect(sent).toEqual([]);
  });
});

describe('links that are out', () => {
  const requests = () => watched.seen.filter((line) => line.includes('/recon/invitations'));

  test('are told by status and list also where another machine made them, with one request', async () => {
    const id = await create({ 'patient[name]': 'Lia Elsewhere' });
    await linkWith(id);
    expect(await typing(['status'], [])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        new RegExp(`by links that are out: \\d+\n(?: .*\n)* +${id}  Lia Elsewhere, face, made`),
      ),
      stderr: expect.stringContaining('recon list --status link-out (all of them, with phone numbers)'),
    });
    expect(requests()).toHaveLength(1);
    expect((await typing(['list', '--no-pager'], [])).stdout).toMatch(/Lia Elsewhere +link out until \d{4}-\d\d-\d\d/);
    expect((await typing(['list', '--sort', 'name', '--limit', '100', '--no-pager'], [])).stdout).toMatch(
      /Lia Elsewhere +link out/,
    );
    expect(requests()).toHaveLength(3);
    await run('list');
    await run('status');
    expect(requests()).toHaveLength(3);
  });

  test('list --status link-out has whom to call, with the number and until when, in every format', async () => {
    const phone = '+351 910 000 077';
    const id = await create({ 'patient[name]': 'Lia Called', 'patient[phone]': phone });
    const none = await create({ 'patient[name]': 'Lia Uninvited', 'patient[phone]': phone });
    await linkWith(id);
    const asked = ['list', 'lia', '--status', 'link-out'];
    const seen = await typing([...asked, '--no-pager'], []);
    const table = `PHONE +LINK OUT UNTIL +3D MODEL[^]*${id} +Lia Called +\\${phone} +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d \\(face\\) +no photos`;
    expect(seen.stdout).toMatch(new RegExp(table));
    expect(seen.stdout).not.toContain('Lia Uninvited');
    const until = /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/;
    const { patients } = JSON.parse((await run(...asked, '--json')).stdout);
    expect(patients.map((one: { id: number }) => String(one.id))).not.toContain(none);
    const told = { phone, link_out: 'face', link_out_until: expect.stringMatching(until) };
    expect(patients.find((one: { id: number }) => String(one.id) === id)).toMatchObject(told);
    const [head = '', ...rows] = (await run(...asked, '-o', 'csv')).stdout.split('\r\n');
    expect(head).toMatch(/,link_out,link_out_until$/);
    expect(rows.find((row) => row.startsWith(`${id},`))).toMatch(/,face,\d{4}-[^,]+Z$/);
    expect((await run(...asked)).stdout).toMatch(new RegExp(`^${id}\tLia Called\t.*\tface\t\\d{4}-`, 'm'));
    expect((await typing([...asked, '--sort', 'name', '--no-pager'], [])).stdout).toContain('LINK OUT UNTIL');
  });

  test('of two links that are out a card told one', async () => {
    const id = await create({ 'patient[name]': 'Lia Two' });
    await linkWith(id);
    await run('invite', id, '--type', 'mammo');
    const { stdout } = await typing(['show', id], []);
    expect(stdout).toMatch(/Link out +1 of 2, for breast photos, until .*\n +Link out +2 of 2, for face photos, until/);
    await run('invite', id, '--type', 'face');
    expect((await typing(['show', id], [])).stdout).toMatch(
      /1 of 3, for face[\s\S]*2 of 3, for breast[\s\S]*3 of 3, for face/,
    );
    expect((await typing(['wait', id], [])).stderr.match(/a link is out for/g)).toHaveLength(3);
  });

  test('two links for the same photos of a patient were counted as one by the status', async () => {
    const own = await openService();
    onTestFinished(own.close);
    const at = { ...home.environment, RECON_BASE_URL: own.url, RECON_TOKEN: own.token };
    for (const [name, links] of [
      ['Lia Both', 2],
      ['Lia Single', 1],
    ] as const) {
      const { patient } = await own.patient('POST', '/patients', { form: { 'patient[name]': name } });
      for (let made = 0; made < links; made += 1) await runMain(['invite', String(patient.id), '--type', 'face'], at);
    }
    const { stdout } = await typeMain(['status'], at, []);
    expect(stdout).toContain('Photos waited for, by links that are out: 3\n');
    const told = stdout.replaceAll(/\s+/g, ' ');
    expect(told).toMatch(/Lia Single, face, made just now, works until/);
    expect(told).toMatch(/Lia Both, face, 2 links, the last made just now, the longest works until/);
  });

  test('nobody but the start of the service told that a link leads to where the service was', async () => {
    const moved = await openService({ publicUrl: 'https://old.example' });
    onTestFinished(moved.close);
    const at = () => ({ ...home.environment, RECON_BASE_URL: moved.url, RECON_TOKEN: moved.token });
    const seen = async (...args: string[]) => (await typeMain(args, at(), [])).stdout;
    const created = await moved.patient('POST', '/patients', { form: { 'patient[name]': 'Lia Moved' } });
    const id = String(created.patient.id);
    await runMain(['invite', id, '--type', 'face'], at());
    expect(await seen('show', id)).not.toContain('old.example');
    await moved.restart({ publicUrl: 'https://new.example' });
    const former = 'leads to https://old.example, where the service was before';
    expect((await seen('show', id)).replaceAll(/\s+/g, ' ')).toContain(former);
    expect((await typeMain(['wait', id], at(), [])).stderr).toContain(former);
    expect(await seen('status')).toContain(former);
    expect(await seen('list', '--no-pager')).toMatch(/Lia Moved +link out, old address/);
    const asked = ['list', '--status', 'link-out'];
    expect(await seen(...asked, '--no-pager')).toContain('(face, old address)');
    const { patients } = JSON.parse((await runMain([...asked, '--json'], at())).stdout);
    expect(patients).toMatchObject([{ link_out: 'face', link_out_former_address: 'https://old.example' }]);
    const before = [
      [
        /is out already\.\s+It\s+leads\s+to\s+https:\/\/old\.example[\s\S]*opens\s+only\s+if\s+it\s+is\s+found[\s\S]*Make another link\?/,
        '\r',
      ],
    ] satisfies Keys[];
    expect(await typeMain(['invite', id, '--type', 'face'], at(), before)).toMatchObject({ exitCode: 130, asked: 1 });
    // A new one names the address of now.
    await runMain(['invite', id, '--type', 'face'], at());
    expect((await seen('show', id)).match(/old\.example/g)).toHaveLength(1);
    expect(await seen('status')).not.toContain('old.example');
    expect(await seen('list', '--no-pager')).toMatch(/Lia Moved +link out until/);
  });

  test('a card tells that a link is out, and no longer to make the first one', async () => {
    const id = await create({ 'patient[name]': 'Lia Card' });
    expect((await typing(['show', id], [])).stdout).toContain(`recon invite ${id} (for a link`);
    await linkWith(id);
    const { stdout } = await typing(['show', id], []);
    expect(stdout).toMatch(/Link out +for face photos, until/);
    expect(stdout).not.toContain('for a link');
    expect(stdout).toContain(`recon invite ${id} --type face (a new link, where the one that is out is lost)`);
    expect(stdout).toContain(`recon invite ${id} --revoke (to take back what is out)`);
    expect((await typing(['wait', id], [])).stderr).toContain('a link is out for face photos, until');
  });

  test('of a service that has no list of them are those that this machine has noted', async () => {
    const other = await recordedService();
    const at = { ...home.environment, RECON_BASE_URL: other.url, RECON_TOKEN: 'token_of_the_north' };
    expect((await typeMain(['list', '--no-pager'], at, [])).stdout).toMatch(/Ana North +no photos/);
    await runMain(['invite', '7', '--type', 'face'], at);
    expect((await typeMain(['list', '--no-pager'], at, [])).stdout).toMatch(/Ana North +link out$/m);
    const asked = await runMain(['invite', '7', '--type', 'face', '--language', 'pt'], at);
    expect(asked).toMatchObject({ exitCode: 0, stdout: 'https://clinic.example/secret\n' });
    expect(asked.stderr).toContain(
      'the page of this link is in the language of the phone: this service makes none in pt',
    );
    expect((await typeMain(['status'], at, [])).stdout).toContain('by links made on this machine, for 1 patient\n');
    const listed = await runMain(['list', '--status', 'link-out'], at);
    expect(listed).toMatchObject({ exitCode: 5, stdout: '' });
    expect(listed.stderr).toContain(
      'this service has no way to tell of the links of all patients\n  Try: recon status',
    );
    expect(other.seen.filter((line) => line.includes('/recon/'))).toEqual([]);
  });
});

/** Keeps to the interface and has nothing beside it. */
async function recordedService() {
  const seen: string[] = [];
  const patient = { id: 7, name: 'Ana North', reconstructions: [] };
  const { url } = await httpServer(({ url = '' }, response) => {
    seen.push(url);
    response.setHeader('content-type', 'application/json');
    const list = { patients: [patient], meta: { current_page: 1, next_page: null, total_pages: 1, total_entries: 1 } };
    const link = { invitation_url: 'https://clinic.example/secret' };
    response.end(
      JSON.stringify(url.includes('/invitation?') ? link : /\/7/.test(url) ? { patient, async: 'false' } : list),
    );
  });
  return { url, seen };
}

test.each([[['--qr']], [['--type', 'face', '--qr']], [['--qr', '--dry-run']]])(
  'that no phone can open a link is told before a question: %j',
  async (flags) => {
    const name = `Ana ${flags.length} Asked ${flags.at(-1)!.slice(2)}`;
    await create({ 'patient[name]': name });
    const { exitCode, asked, stderr } = await typing(['invite', name, ...flags], []);
    expect({ exitCode, asked }).toEqual({ exitCode: 2, asked: 0 });
    expect(stderr).toContain('the QR code is not made: no phone can open this link');
    expect(linksMade()).toEqual([]);
  },
);

test('that a link opens on this machine alone is told once, before the question whether to make it', async () => {
  await create({ 'patient[name]': 'Ben Asked' });
  const { stderr, asked } = await typing(
    ['invite', 'Ben Asked', '--type', 'face'],
    [[/this link opens on this machine alone[\s\S]*Make a link for this patient\?/, 'y\r']],
  );
  expect(asked).toBe(1);
  expect(stderr.match(/opens on this machine alone/g)).toHaveLength(1);
});

test('of the types that links are for an accepted one is not marked', async () => {
  const id = await create({ 'patient[name]': 'Cleo Accepted', ...(await faceForm(2)) });
  expect((await run('wait', id)).exitCode).toBe(0);
  expect((await run('patients', 'accept', id, '--type', 'face')).exitCode).toBe(0);
  const ended = await typing(['invite', id], [[/❯ mammo[\s\S]*face \(face or head\), ready and accepted/, '\u0003']]);
  expect(ended).toMatchObject({ exitCode: 130, asked: 1 });
});
