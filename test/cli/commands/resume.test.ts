import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attackHome, entryIn, FACE, OTHER, TOKEN } from '../../core/changes/attack-home.ts';
import { httpServer } from '../../http/servers.ts';
import { typeMain } from '../../support/typed-terminal.ts';

interface Made {
  id: number;
  name: string;
  reconstructions: { type: string; status: string }[];
}

/** A service without keys that keeps patients, and loses the answers that it is told to lose. */
async function forgetfulService() {
  const patients: Made[] = [];
  const service = { loses: 0, applies: true, patients, creates: 0, deletes: 0 };
  const { url } = await httpServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      const { method, url = '' } = request;
      const answer = (body: unknown, status = 200) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      };
      const isLost = method !== 'GET' && service.loses > 0;
      if (isLost) service.loses -= 1;
      const id = Number(/^\/patients\/(\d+)/.exec(url)?.[1]);
      if (method === 'POST') {
        service.creates += 1;
        const body = Buffer.concat(pieces).toString('latin1');
        const reconstructions = body.includes('reconstruction[type]')
          ? [{ type: 'FaceReconstruction', status: 'has_3d' }]
          : [];
        const name = /name="patient\[name\]"\r\n\r\n([^\r]*)/.exec(body)?.[1] ?? '';
        if (!isLost || service.applies) patients.push({ id: patients.length + 1, name, reconstructions });
      }
      if (method === 'DELETE') {
        service.deletes += 1;
        const at = patients.findIndex((one) => one.id === id);
        if (at < 0) return answer({}, 404);
        if (!isLost || service.applies) patients.splice(at, 1);
        if (!isLost) return answer({ result: 'success' });
      }
      if (isLost) return request.socket.destroy();
      if (method === 'POST') return answer({ patient: patients.at(-1), async: 'false' }, 201);
      if (Number.isNaN(id)) return answer({ patients, meta: { next_page: null } });
      const patient = patients.find((one) => one.id === id);
      return patient === undefined ? answer({}, 404) : answer({ patient, async: 'false' });
    });
  });
  return Object.assign(service, { url });
}

const { as, create, environment, importing, journalFolder, keptOf, put, recon } = attackHome();

describe('a create whose answer is lost', () => {
  test('and that was made is found', async () => {
    const service = await forgetfulService();
    service.loses = 1;
    const { exitCode, stdout, stderr } = await create(service, '--name', 'Ana', '--no-wait', ...FACE);
    expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: '1\n' });
    expect(stderr).toMatch(/patient 1 was created; its answer had been lost/);
    expect(service.creates).toBe(1);
  });

  test('and that was not made is sent again', async () => {
    const service = await forgetfulService();
    Object.assign(service, { loses: 1, applies: false });
    expect(await create(service, '--name', 'Ana')).toMatchObject({ exitCode: 0, stdout: '1\n' });
    expect([service.creates, service.patients.length]).toEqual([2, 1]);
  });

  test('and that gets through at no time stays open: 10, and the next run or resume finishes it', async () => {
    const service = await forgetfulService();
    Object.assign(service, { loses: 3, applies: false });
    const first = await create(service, '--name', 'Ana', ...FACE);
    expect(first).toMatchObject({ exitCode: 10, stdout: '' });
    const entry = entryIn(first.stderr);
    expect((await recon(service, 'resume', '--list')).stdout).toMatch(
      new RegExp(`^${entry}\\t.*the new patient Ana\\tsent, no answer came`),
    );
    expect(readFileSync(keptOf(entry), 'latin1')).toContain('front.jpg');
    const resumed = await recon(service, 'resume');
    expect(resumed, resumed.stderr).toMatchObject({ exitCode: 0, stdout: '1\n' });
    // By the key of its request a service answers alike for a patient that it has made before.
    expect(resumed.stderr).toMatch(/^the new patient Ana is there, patient 1$/m);
    expect((await recon(service, 'patients', 'get', 'last', '--fields', 'name')).stdout).toBe('Ana\n');
    expect(existsSync(keptOf(entry))).toBe(false);
    expect(await recon(service, 'resume')).toMatchObject({ exitCode: 0, stdout: '', stderr: 'nothing is open here\n' });
    expect(service.patients).toHaveLength(1);
  });

  test('and of several that are finished, what comes next stands at the end alone', async () => {
    const service = await forgetfulService();
    Object.assign(service, { loses: 6, applies: false });
    await create(service, '--name', 'Ana', ...FACE);
    await create(service, '--name', 'Bea', ...FACE);
    const { exitCode, stderr } = await typeMain(['resume'], environment(service), []);
    expect({ exitCode, next: stderr.match(/next:.*/g) }, stderr).toEqual({
      exitCode: 0,
      next: ['next: recon status (to see what is to be done)'],
    });
    expect(stderr.trimEnd().split('\n').at(-1)).toContain('next: ');
  });

  test('and of an import, whose rows and whose end each told a next step, one is told; the list of both has a heading', async () => {
    const service = await forgetfulService();
    Object.assign(service, { loses: 6, applies: false });
    expect((await importing(service, put('name\nAna\nBea\n'))).exitCode).toBe(10);
    const listed = (await typeMain(['resume', '--list'], environment(service), [])).stdout.trimEnd().split('\n');
    expect(listed[0]).toMatch(/^WHAT +STATE +BEGUN +NAME$/);
    expect(listed).toHaveLength(4);
    expect(listed.map((line) => line.slice(0, 4))).toEqual(['WHAT', 'the ', 'the ', 'the ']);
    const ids = (await typeMain(['resume', '--list', '-o', 'id'], environment(service), [])).stdout;
    expect(ids.trimEnd().split('\n')).toHaveLength(3);
    expect(ids).not.toContain('the new patient');
    const { exitCode, stderr } = await typeMain(['resume'], environment(service), []);
    expect({ exitCode, next: stderr.match(/next:.*/g) }, stderr).toEqual({
      exitCode: 0,
      next: ['next: recon status (to see what is to be done)'],
    });
  });

  test('and the same command again goes on with it instead of beginning another one', async () => {
    const service = await forgetfulService();
    Object.assign(service, { loses: 3, applies: false });
    await create(service, '--name', 'Ana');
    expect(await create(service, '--name', 'Ana')).toMatchObject({ exitCode: 0, stdout: '1\n' });
    expect(service.patients).toHaveLength(1);
    expect((await recon(service, 'resume', '--list')).stdout).toBe('');
  });

  test('and another command about the same person is refused until it is settled', async () => {
    const service = await forgetfulService();
    Object.assign(service, { loses: 3, applies: false });
    await create(service, '--name', 'Ana');
    const other = await create(service, '--name', 'Ana', '--city', 'Porto');
    expect(other.exitCode).toBe(10);
    expect(other.stderr).toMatch(/is still open; nothing was sent/);
    expect(service.creates).toBe(3);
  });
});

describe('what a person decides', () => {
  /** A create without anything to know it by, whose answer is lost. */
  async function undecided() {
    const service = await forgetfulService();
    service.loses = 1;
    const { exitCode, stderr } = await create(service, '--city', 'Porto');
    expect(exitCode).toBe(10);
    expect(stderr).toMatch(/nothing tells whether the patient was created/);
    return { service, entry: entryIn(stderr) };
  }

  test('--adopt takes a patient for it', async () => {
    const { service, entry } = await undecided();
    expect(await recon(service, 'resume', entry, '--adopt', '9')).toMatchObject({ exitCode: 3 });
    expect(await recon(service, 'resume', entry, '--adopt', '1')).toMatchObject({ exitCode: 0, stdout: '1\n' });
    expect((await recon(service, 'resume', '--list')).stdout).toBe('');
    expect(service.creates).toBe(1);
  });

  test('--recreate sends it again', async () => {
    const { service, entry } = await undecided();
    expect(await recon(service, 'resume', entry, '--recreate')).toMatchObject({ exitCode: 0, stdout: '2\n' });
    expect(service.creates).toBe(2);
  });

  test('--forget drops it', async () => {
    const { service, entry } = await undecided();
    expect(await recon(service, 'resume', entry, '--forget')).toMatchObject({ exitCode: 0, stdout: '' });
    expect((await recon(service, 'resume', '--list')).stdout).toBe('');
    expect(service.creates).toBe(1);
  });

  test('resume alone leaves it to the person', async () => {
    const { service, entry } = await undecided();
    const resumed = await recon(service, 'resume');
    expect(resumed.exitCode).toBe(10);
    expect(resumed.stderr).toContain(`recon resume ${entry} --recreate`);
    const listed = JSON.parse((await recon(service, 'resume', '--list', '--json')).stdout);
    expect(listed).toMatchObject({ open: [{ entry, deed: 'create', state: 'unknown' }], imports: [] });
    expect((await recon(service, 'resume', '--list', '-o', 'id')).stdout).toBe(`${entry}\n`);
    expect(service.creates).toBe(1);
  });

  test.each([
    ['an entry that is not there', ['nothere1'], /no open change "nothere1"/],
    ['a flag without its entry', ['--recreate'], /--recreate needs the name/],
    ['two flags', ['nothere1', '--recreate', '--forget'], /exclude each other/],
  ])('%s is a usage error', async (_, args, message) => {
    const service = await forgetfulService();
    const { exitCode, stderr } = await recon(service, 'resume', ...args);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(message) });
  });
});

test('an import that was interrupted and whose list is gone can be dropped', async () => {
  const service = await forgetfulService();
  const list = put('name\nAna\n');
  Object.assign(service, { loses: 3, applies: false });
  expect((await recon(service, 'patients', 'import', list)).exitCode).toBe(10);
  rmSync(list);
  const open = JSON.parse((await recon(service, 'resume', '--list', '--json')).stdout);
  expect((await recon(service, 'resume', '--list', '-o', 'id')).stdout).toBe(
    `${open.open[0].entry}\n${open.imports[0].batch}\n`,
  );
  const { batch } = open.imports[0];
  expect((await recon(service, 'resume', batch, '--forget')).stderr).toMatch(/is dropped/);
  expect((await recon(service, 'resume', open.open[0].entry)).exitCode).toBe(0);
  expect((await recon(service, 'resume', '--list')).stdout).toBe('');
});

test.each([
  ['made', true, 1],
  ['not made', false, 2],
])('a deletion whose answer is lost is looked for: %s', async (_, applies, deletes) => {
  const service = await forgetfulService();
  await create(service, '--name', 'Ana');
  Object.assign(service, { loses: 1, applies });
  expect(await recon(service, 'patients', 'delete', '1', '--yes')).toMatchObject({ exitCode: 0, stdout: '1\n' });
  expect([service.patients, service.deletes]).toEqual([[], deletes]);
});

test('another token does not send what was begun with this one, and says so', async () => {
  const service = await forgetfulService();
  Object.assign(service, { loses: 3, applies: false });
  await create(service, '--name', 'Ana');
  const { exitCode, stderr } = await as(OTHER, service, 'resume');
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 10, stderr: expect.stringMatching(/another token/) });
  expect(service.creates).toBe(3);
});

test('neither the token nor anything about the patient stands in the journal’s lines', async () => {
  const service = await forgetfulService();
  Object.assign(service, { loses: 3, applies: false });
  await create(service, '--name', 'Ana Private', '--phone', '5550199');
  const journal = journalFolder();
  const lines = readdirSync(journal).filter((name) => name.endsWith('.jsonl'));
  const text = lines.map((name) => readFileSync(join(journal, name), 'utf8')).join('');
  expect(text).toContain('"state":"lost"');
  expect(text).not.toMatch(/Private|5550199|canary/);
  const kept = readdirSync(journal, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  for (const { parentPath, name } of kept) expect(readFileSync(join(parentPath, name), 'latin1')).not.toContain(TOKEN);
});
