import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAccounts } from '../../../src/service/start.ts';
import { type Recorded, record, TOKEN } from '../../core/recorder.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestForm, type TestService, workerNamed } from '../../support/running-service.ts';
import { faceForm, photoOf } from '../../support/service-forms.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';
import { startWatchingProxy } from '../../support/watching-proxy.ts';

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;
let branch: string;
let branchId: string;
/** Every request of this file, "METHOD /path". */
let watched: Awaited<ReturnType<typeof startWatchingProxy>>;
beforeAll(async () => {
  service = await openService();
  const accounts = await openAccounts(service.places);
  branch = (await accounts.add('Dr. João Silva', 'main')).token;
  for (const name of ['dr costa', 'Dr-Costa']) await accounts.add(name, 'main');
  branchId = String((await accounts.list()).find(({ name }) => name === 'Dr. João Silva')!.id);
  await accounts.close();
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
const asBranch = (...args: string[]) => runMain(args, { ...environment, RECON_TOKEN: branch });
const create = async (form: TestForm = {}) => String((await service.patient('POST', '/patients', { form })).patient.id);
const stored = async (id: string) => (await service.patient('GET', `/patients/${id}`)).patient;
const changes = () => watched.seen.filter((line) => !line.startsWith('GET '));

describe('patients accept', () => {
  test('accepts a model, says so, and --undo takes it back', async () => {
    const id = await create(await faceForm());
    const { exitCode, stdout, stderr } = await run('patients', 'accept', id, '--type', 'face');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${id}\n` });
    expect(stderr).toBe(`accepted the face model of patient ${id}; no update replaces it now\n`);
    expect((await stored(id)).reconstructions).toMatchObject([{ accepted: true }]);
    const undone = await run('patients', 'accept', id, '--type', 'face', '--undo', '--json');
    expect(undone.exitCode).toBe(0);
    const patient = { id: Number(id), reconstructions: [{ accepted: false }] };
    expect(JSON.parse(undone.stdout)).toMatchObject({ patient, async: 'false' });
    expect(undone.stderr).toContain(`no longer accepted: the face model of patient ${id}`);
    expect((await stored(id)).reconstructions).toMatchObject([{ accepted: false }]);
  });

  test('--undo of a model that is not accepted said that it no longer was; accepting one twice is told too', async () => {
    const id = await create({ ...(await faceForm(22)), 'patient[name]': 'Maria Not' });
    watched.seen.length = 0;
    const undo = ['patients', 'accept', id, '--type', 'face', '--undo'];
    const undone = await run(...undo);
    expect(undone).toMatchObject({
      exitCode: 0,
      stdout: `${id}\n`,
      stderr: `nothing to change: the face model of patient ${id} is not accepted\n`,
    });
    expect((await run(...undo, '--dry-run')).stderr).toContain('is not accepted');
    const asked = await typing(['patients', 'accept', 'maria not', '--type', 'face', '--undo'], []);
    expect(asked).toMatchObject({ exitCode: 0, asked: 0 });
    expect(asked.stderr).toContain('is not accepted');
    expect(changes()).toEqual([]);
    await run('patients', 'accept', id, '--type', 'face');
    const again = await typing(['patients', 'accept', id, '--type', 'face'], []);
    expect(again).toMatchObject({ exitCode: 0, asked: 0 });
    expect(again.stderr).toMatch(/nothing to change: the face model of .*is accepted already/);
  });

  test('what is accepted is not updated: 5, nothing sent, and the way on is told', async () => {
    const id = await create(await faceForm(2));
    await run('patients', 'accept', id, '--type', 'face');
    const front = join(tempFolder(), 'front.jpg');
    writeFileSync(front, await photoOf('front', 7));
    watched.seen.length = 0;
    const refused = await run('patients', 'update', id, '--type', 'face', '--front', front, '--city', 'Porto');
    expect(refused).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('is accepted, and an accepted one is not replaced'),
    });
    expect(refused.stderr).toMatch(
      new RegExp(`whoever accepted it decides if that is taken back\\n.*recon accept ${id} --type face --undo`),
    );
    expect(changes()).toEqual([]);
    await run('patients', 'accept', id, '--type', 'face', '--undo');
    expect(await run('patients', 'update', id, '--type', 'face', '--front', front)).toMatchObject({ exitCode: 0 });
  });

  test('by name, on a terminal without the type, which is the only one', async () => {
    const id = await create({ 'patient[name]': 'Ida Named', ...(await faceForm(3)) });
    const refused = await run('patients', 'accept', 'ida named');
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--type is missing') });
    const asked: Keys[] = [[/to accept: the face model of patient \d+, Ida Named[\s\S]*Accept this model\?/, 'y\r']];
    expect(await typing(['patients', 'accept', 'ida'], asked)).toMatchObject({ exitCode: 0, asked: 1 });
    expect((await stored(id)).reconstructions).toMatchObject([{ accepted: true }]);
  });

  test('a type that is none is 2, one that the patient has not 3, a patient who is not there 3; nothing is sent', async () => {
    const id = await create(await faceForm(4));
    expect(await run('patients', 'accept', id, '--type', 'arm')).toMatchObject({ exitCode: 2 });
    const absent = await run('patients', 'accept', id, '--type', 'mammo');
    expect(absent).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('has no breast model') });
    const dry = await run('patients', 'accept', id, '--type', 'mammo', '--dry-run');
    expect(dry).toMatchObject({ exitCode: 3 });
    expect(await run('patients', 'accept', '99999', '--type', 'face')).toMatchObject({ exitCode: 3 });
    expect(changes()).toEqual([]);
  });

  test('one that is being made is 5, with the way to wait for it, and nothing is sent', async () => {
    const slow = await openService({ workerUrl: workerNamed('hang') });
    const away = await startWatchingProxy(slow.url);
    const form = { ...(await faceForm(6)), async: 'true' };
    const id = String((await slow.patient('POST', '/patients', { form })).patient.id);
    const given = { ...environment, RECON_BASE_URL: away.url, RECON_TOKEN: slow.token };
    const { exitCode, stderr } = await runMain(['patients', 'accept', id, '--type', 'face'], given);
    expect({ exitCode, seen: away.seen }).toEqual({ exitCode: 5, seen: [`GET /patients/${id}`] });
    expect(stderr).toContain(`recon wait ${id}`);
    await away.close();
    await slow.close();
  });

  test('--dry-run says what would be done and sends nothing', async () => {
    const id = await create(await faceForm(5));
    const { exitCode, stderr, stdout } = await run('patients', 'accept', id, '--type', 'face', '--dry-run');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toContain(`would accept the face model of patient ${id}; nothing was sent`);
    expect(changes()).toEqual([]);
  });
});

describe('patients update --height --weight', () => {
  const update = (id: string, ...flags: string[]) => run('patients', 'update', id, ...flags);

  test('sets them together with other fields in one request', async () => {
    const id = await create({ 'patient[name]': 'Una Tall' });
    const { exitCode, stdout } = await update(id, '--height', '171.50', '--weight', '68', '--city', 'Porto', '--json');
    expect(exitCode).toBe(0);
    const sized = { name: 'Una Tall', city: 'Porto', height: 171.5, weight: 68 };
    expect(JSON.parse(stdout)).toMatchObject({ patient: sized });
    expect(await stored(id)).toMatchObject(sized);
    expect(changes()).toEqual([`PUT /recon/patients/${id}`]);
    expect(await update(id, '--phone', '+351 21 000 0000')).toMatchObject({ exitCode: 0 });
    expect(changes().at(-1)).toBe(`PUT /patients/${id}`);
    const file = join(tempFolder(), 'size.json');
    writeFileSync(file, '{"weight": 70.5}');
    expect(await update(id, '--data', file)).toMatchObject({ exitCode: 0 });
    expect(await stored(id)).toMatchObject({ height: 171.5, weight: 70.5 });
  });

  test('an empty one takes it away, and only with --yes or after a question', async () => {
    const id = await create();
    await update(id, '--height', '171', '--weight', '68');
    const refused = await update(id, '--height', '');
    expect(refused).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('to erase height without being asked'),
    });
    expect(await update(id, '--height', '', '--yes')).toMatchObject({ exitCode: 0 });
    const asked = await typing(['patients', 'update', id, '--weight', ''], [[/Do it\?/, 'y\r']]);
    expect(asked).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining(`empty these fields of patient ${id}: weight (68)`),
    });
    expect(await stored(id)).toMatchObject({ height: null, weight: null });
  });

  test('no number is 2 before anything is asked; one out of limits is 5 with the service’s reason', async () => {
    const id = await create();
    const wrong = await update(id, '--height', 'tall', '--weight', '-3');
    expect(wrong).toMatchObject({ exitCode: 2 });
    expect(wrong.stderr).toContain(
      '--height is "tall"; it must be a number of cm above 0, such as 172, or empty for none; of adults it is 120 to 220 cm',
    );
    expect(wrong.stderr).toContain('--weight is "-3"; it must be a number of kg above 0');
    expect(watched.seen).toEqual([]);
    const limits = await update(id, '--height', '400');
    expect(limits).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('it must be a number of cm from 1 to 300'),
    });
  });

  test.each([
    ['--height', '1.72', 'height is taken as 1.72 cm; if it was measured in m, give 172'],
    ['--height', '68', 'height is taken as 68 cm; if it was measured in inches, give 172.72'],
    ['--weight', '300', 'weight is taken as 300 kg; if it was measured in pounds, give 136.08'],
    ['--weight', '30', 'weight is 30 kg; of adults it is 35 to 250 kg'],
  ])('%s %s is warned of', async (flag, value, warning) => {
    const { exitCode, stderr } = await update(await create(), flag, value, '--dry-run');
    expect({ exitCode, isWarned: stderr.includes(warning) }).toEqual({ exitCode: 0, isWarned: true });
    expect(changes()).toEqual([]);
  });
});

describe('transfer', () => {
  test('takes the name of an account, whatever its accents and signs', async () => {
    for (const typed of ['dr-joao-silva', 'DR JOÃO SILVA']) {
      const id = await create({ 'patient[name]': 'Ola Moved' });
      const { exitCode, stderr } = await run('transfer', id, '--to', typed, '--yes');
      expect({ exitCode, stderr }).toEqual({
        exitCode: 0,
        stderr: `transferred patient ${id} to surgeon ${branchId} (Dr. João Silva)\n`,
      });
      expect(changes().at(-1)).toBe(`POST /patients/${id}/transfer/${branchId}`);
    }
  });

  test('a name of nobody is 2 with the nearest, one of several is 2 with their ids, and nothing is sent', async () => {
    const id = await create();
    const nobody = await run('transfer', id, '--to', 'dr-joao-silvo', '--yes');
    expect(nobody).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('did you mean Dr. João Silva?') });
    const several = await run('transfer', id, '--to', 'Dr. Costa', '--yes');
    expect(several).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('several surgeons are called') });
    expect(several.stderr).toMatch(/\d+: dr costa\n.*\d+: Dr-Costa/);
    expect(changes()).toEqual([]);
  });

  test('a kept name counts before the account that has it', async () => {
    await run('config', 'set', 'surgeon.dr-joao-silva', '12');
    const { stderr } = await run('transfer', await create(), '--to', 'dr-joao-silva', '--dry-run');
    expect(stderr).toContain('to surgeon 12 (dr-joao-silva)');
    await run('config', 'unset', 'surgeon.dr-joao-silva');
  });

  test('on a terminal --to may be left out: the accounts are offered', async () => {
    const id = await create();
    expect(await run('transfer', id, '--yes')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--to is missing'),
    });
    // One Enter on the list would give the patient away.
    const yes = await typing(['transfer', id, '--yes'], [[/To which surgeon\?/, '\r']]);
    expect(yes).toMatchObject({ exitCode: 2, asked: 0, stderr: expect.stringContaining('--to is missing') });
    expect(changes()).toEqual([]);
    const asked: Keys[] = [
      [/To which surgeon\?/, '\r'],
      [/Transfer to surgeon/, 'y\r'],
    ];
    expect(await typing(['transfer', id], asked)).toMatchObject({ exitCode: 0, asked: 2 });
    expect(changes()).toEqual([`POST /patients/${id}/transfer/${branchId}`]);
  });

  test('--back gives patients back from the sub account', async () => {
    const ids = [await create({ 'patient[name]': 'Pia Lent' }), await create()];
    for (const id of ids) await run('transfer', id, '--to', branchId, '--yes');
    expect(await asBranch('transfer', 'pia lent', '--back')).toMatchObject({ exitCode: 2 });
    const dry = await asBranch('transfer', ids[0]!, '--back', '--dry-run');
    expect(dry.stderr).toContain(`would give back patient ${ids[0]}, Pia Lent, to the main account`);
    expect(await asBranch('patients', 'get', ids[0]!)).toMatchObject({ exitCode: 0 });
    const back = await asBranch('transfer', ...ids, '--back', '--yes', '--json');
    expect(back).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(back.stdout)).toEqual(ids.map((id) => ({ id: Number(id), result: 'success' })));
    for (const id of ids) expect(await stored(id)).toMatchObject({ id: Number(id) });
    expect(await run('transfer', ids[0]!, '--back', '--to', '2')).toMatchObject({ exitCode: 2 });
  });

  test('of several patients only the one who is not there was not given back, and is the one to ask for', async () => {
    const id = await create();
    const away = await create();
    await run('transfer', id, '--to', branchId, '--yes');
    const { stdout, stderr } = await asBranch('transfer', id, away, '--back', '--yes');
    expect(stdout).toBe(`${id}\n`);
    expect(stderr).toContain(
      `Try: if another surgeon (a sub account) has the patient now, ask that surgeon to type: recon transfer ${away} --back\n`,
    );
  });

  test('--back of a main account means no namesake who is still here, asks nothing and says who gives back', async () => {
    const away = await create({ 'patient[name]': 'Nora Twice' });
    await run('transfer', away, '--to', branchId, '--yes');
    const here = await create({ 'patient[name]': 'Nora Twice' });
    watched.seen.length = 0;
    const asked = await typing(['transfer', 'nora twice', '--back'], []);
    expect(asked).toMatchObject({ exitCode: 4, asked: 0 });
    for (const [whom, flags] of [
      [['nora twice'], ['--yes']],
      [['nora twice'], ['--dry-run']],
      [[away], ['--yes']],
      [[here], ['--yes']],
    ] as const) {
      const { exitCode, stdout, stderr } = await run('transfer', ...whom, '--back', ...flags);
      expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
      expect(stderr).toContain(
        'this is a main account: only the surgeon (a sub account) who has a patient can give it back',
      );
      expect(stderr).toMatch(/its sub accounts: .*Dr. João Silva/);
      expect(stderr).toMatch(
        /Try: if a surgeon \(a sub account\) has the patient now, ask .* recon transfer .* --back\n/,
      );
      expect(stderr).not.toMatch(/serve|start|Nora/);
    }
    expect(watched.seen.filter((one) => one.includes(`/patients/${here}`))).toEqual([]);
    expect(changes()).toEqual([]);
  });

  test('a sub account that types a patient it has not is told to ask who has it', async () => {
    const id = await create();
    expect(await asBranch('transfer', id, '--back', '--yes')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('has the patient now, ask that surgeon to type'),
    });
    const near = await create({ 'patient[name]': 'Quin Slipped' });
    await run('transfer', near, '--to', branchId, '--yes');
    const typed = ['transfer', 'quin slippde', '--back'];
    const asked = await typeMain(typed, { ...environment, RECON_TOKEN: branch }, []);
    expect(asked).toMatchObject({ exitCode: 3, stderr: expect.stringContaining(`Quin Slipped, patient ${near}`) });
    expect(asked.stderr).not.toContain('--back');
  });

  test('a surgeon is told who transfers and the way back, and no line that a sub account may not type', async () => {
    const id = await create();
    await run('transfer', id, '--to', branchId, '--yes');
    for (const to of ['main', 'nobody', branchId]) {
      const { exitCode, stderr } = await asBranch('transfer', id, '--to', to, '--yes');
      expect(exitCode).toBe(4);
      expect(stderr).toContain('this is a sub account, and only its main account transfers patients to surgeons');
      expect(stderr).toContain(`recon transfer ${id} --back`);
      expect(stderr).not.toMatch(/recon accounts|recon config/);
    }
    for (const to of [[], ['--to', branchId]]) {
      const asked = await typeMain(['transfer', id, ...to], { ...environment, RECON_TOKEN: branch }, []);
      expect(asked).toMatchObject({
        exitCode: 4,
        asked: 0,
        stderr: expect.stringContaining('whoever has the main account'),
      });
    }
    expect(await asBranch('transfer', id, '--back', '--yes')).toMatchObject({ exitCode: 0 });
  });
});

/** A service that keeps to the interface and names nothing beside it. */
function plainService({ method, url }: Recorded) {
  const id = Number(/^\/patients\/(\d+)/.exec(url)?.[1] ?? 7);
  const face = { type: 'FaceReconstruction', status: 'has_3d', accepted: false, updated_at: 't' };
  const patient = { id, name: 'Ana Sample', height: null, reconstructions: [face] };
  if (method !== 'GET') return { body: JSON.stringify({ patient, async: 'false', result: 'success' }) };
  const meta = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 1 };
  return {
    body: JSON.stringify(/^\/patients(\?|$)/.test(url) ? { patients: [patient], meta } : { patient, async: '' }),
  };
}

test.each([
  [['patients', 'accept', '7', '--type', 'face'], 'accept a 3D model or take that back'],
  [['patients', 'accept', '7', '--type', 'face', '--undo'], 'accept a 3D model or take that back'],
  [['patients', 'accept', 'ana sample', '--type', 'face', '--dry-run'], 'accept a 3D model'],
  [['patients', 'update', '7', '--height', '171'], 'set the height and the weight of a patient'],
  [['patients', 'update', '7', '--weight', '70', '--city', 'Porto'], 'set the height and the weight'],
  [['patients', 'update', '7', '--weight', '70', '--eye-distance', '6'], 'set the height and the weight'],
  [['patients', 'update', '7', '--weight', '70', '--dry-run'], 'set the height and the weight'],
  [['transfer', '7', '8', '--back', '--yes'], 'give a patient back to the main account'],
  [['transfer', '7', '--back', '--dry-run'], 'give a patient back to the main account'],
  [['transfer', '7', '--to', 'dr-silva', '--yes'], 'tell accounts by their names'],
])('any other service than ours: %j is 5, nothing is sent and nothing probed', async (args, way) => {
  const { url, requests } = await record(plainService);
  const { exitCode, stderr } = await runMain(args, { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN });
  expect(exitCode).toBe(5);
  expect(stderr).toContain(`this service has no way to ${way}`);
  expect(stderr).toContain('nothing was sent');
  expect(requests.map((one) => one.method)).toEqual(requests.map(() => 'GET'));
  for (const one of requests) expect(one.url).toMatch(/^\/patients(\/\d+|\?.*)?$/);
  expect(requests.length).toBeGreaterThan(0);
});

test('--after with any other service says how to compare two archives, and fetches none', async () => {
  const { url, requests } = await record(plainService);
  const given = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const { exitCode, stderr } = await runMain(['view', '7', '--type', 'face', '--after', '1', '--no-open'], given);
  expect(exitCode).toBe(5);
  expect(stderr).toContain('this service has no way to show an after-record');
  expect(stderr).toContain('recon view BEFORE.zip AFTER.zip');
  expect(requests.map((one) => `${one.method} ${one.url}`)).toEqual(['GET /patients/7']);
});

test('an update that needs no route of ours is sent to any service', async () => {
  const { url, requests } = await record(plainService);
  const given = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  expect(await runMain(['patients', 'update', '7', '--city', 'Porto'], given)).toMatchObject({ exitCode: 0 });
  expect(requests.map((one) => `${one.method} ${one.url}`)).toContain('PUT /patients/7');
});
