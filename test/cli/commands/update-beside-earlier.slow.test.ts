import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { httpServer } from '../../http/servers.ts';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';

const VIEWS = ['left', 'front', 'right'] as const;

// Six photos are looked at, beside other tests.
vi.setConfig({ testTimeout: 180_000 });

let service: TestService;
let home: ReconHome;
let id: string;
beforeAll(async () => {
  service = await openService();
  home = await makeHome();
  const photos = VIEWS.map(async (view) => [`reconstruction[${view}]`, await readFile(photoOf('ana', view))]);
  const form = { 'patient[name]': 'Ana Sample', 'reconstruction[type]': 'face', async: 'false' };
  const sent = { ...form, ...Object.fromEntries(await Promise.all(photos)) };
  id = String((await service.patient('POST', '/patients', { form: sent })).patient.id);
  await mkdir(othersOfAna());
  for (const view of VIEWS) {
    const photo = sharp(photoOf('ana', view)).modulate({ brightness: 0.94 });
    await photo.jpeg({ quality: 80 }).toFile(join(othersOfAna(), `${view}.jpg`));
  }
});
afterAll(async () => {
  await service.close();
  await home.remove();
});

/** Other photos of her. */
const othersOfAna = () => join(home.folder, 'ana-after');
const inFolder = (folder: string, views: readonly string[] = VIEWS) =>
  views.flatMap((view) => [`--${view}`, join(folder, `${view}.jpg`)]);

const photoOf = (who: string, view: string) => join(SAMPLES, who, 'face', `${view}.jpg`);
const stored = async () => (await service.patient('GET', `/patients/${id}`)).patient.reconstructions[0]?.updated_at;

const environment = () => ({ ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token });

async function update(who: string, views: readonly string[], keys: Keys[]) {
  const photos = views.flatMap((view) => [`--${view}`, photoOf(who, view)]);
  return await typeMain(['patients', 'update', id, ...photos], environment(), keys);
}

const afterOf = (folder: string) => ['after', 'create', id, '--type', 'face', '--provider', '4', ...inFolder(folder)];
const after = (folder: string, keys: Keys[]) => typeMain(afterOf(folder), environment(), keys);
const folderOf = (who: string) => join(SAMPLES, who, 'face');

test.each([
  ['all three photos', VIEWS, /if the earlier ones are: send the new ones, which replace all of them/],
  ['one photo', ['left'], /if the earlier ones are: recon invite \d+ --type face --open \(a link/],
])('%s of somebody else are told before anything is sent', async (_, views, ifEarlier) => {
  const before = await stored();
  const { exitCode, stderr, asked } = await update('ben', views, [[/What now\?/, '\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
  expect(stderr).toContain('The new photos and the earlier ones of this model seem to show two');
  const [told = '', end = ''] = stderr.replaceAll(/\s+/g, ' ').split(/What now\?(?!.*What now)/);
  // How to put it right stands above the question, once; and whose model it is about.
  expect(told).toContain('if the new photos are of somebody else: recon create --type face');
  expect(told).toMatch(ifEarlier);
  expect(told).toContain(`to make anew, with the new photos: the face model of patient ${id}, Ana Sample`);
  expect(end).toMatch(/(?<!recon: )nothing was sent $/);
  expect(await stored()).toBe(before);
});

test('where earlier 45° photos stay, the question about two people was without the link for wrong earlier ones', async () => {
  const views = [...VIEWS, 'left_45', 'right_45'];
  const photos = views.map(async (view) => [`reconstruction[${view}]`, await readFile(photoOf('ana', view))]);
  const form = { 'patient[name]': 'Eva Five', 'reconstruction[type]': 'face', 'reconstruction[provider]': '6' };
  const sent = { ...form, async: 'false', ...Object.fromEntries(await Promise.all(photos)) };
  const five = String((await service.patient('POST', '/patients', { form: sent })).patient.id);
  const line = ['patients', 'update', five, ...inFolder(folderOf('ben'))];
  const { exitCode, stderr, asked } = await typeMain(line, environment(), [[/What now\?/, '\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
  const [warned = '', told = ''] = stderr.replaceAll(/\s+/g, ' ').split('seem to show two');
  expect(warned).toContain('the earlier photos 45° left and 45° right stay in this model');
  expect(told).toContain('if the new photos are of somebody else: recon create --type face');
  expect(told).toContain(`if the earlier ones are: recon invite ${five} --type face --open (a link`);
});

test('one question is about all of it: who is found by name, what is wrong with the photos, and what else changes', async () => {
  const photos = VIEWS.flatMap((view) => [`--${view}`, photoOf('ben', view)]);
  const line = ['patients', 'update', 'ana sample', ...photos, '--city', 'Porto', '--no-wait'];
  const before = await stored();
  const no = await typeMain(line, environment(), [[/What now\?/, '\r']]);
  expect({ exitCode: no.exitCode, asked: no.asked }).toEqual({ exitCode: 130, asked: 1 });
  const told = no.stderr.replaceAll(/\s+/g, ' ').split('What now?')[0];
  expect(told).toContain(`to change: patient ${id}, Ana Sample`);
  expect(told).toContain('City: none → Porto New photos: left, front, right');
  expect(told).toContain(`to make anew, with the new photos: the face model of patient ${id} `);
  expect(await stored()).toBe(before);
  const fine = ['patients', 'update', 'ana sample', ...inFolder(othersOfAna()), '--no-wait'];
  const asked = await typeMain(fine, environment(), [[/New photos[\s\S]*Do the new photos show Ana Sample\?/, '\r']]);
  expect({ exitCode: asked.exitCode, asked: asked.asked }).toEqual({ exitCode: 130, asked: 1 });
});

test('on the computer of the service its public address need not be reached', async () => {
  await service.restart({ publicUrl: 'https://recon.invalid' });
  try {
    const { stderr, exitCode } = await update('ben', VIEWS, [[/What now\?/, '\r']]);
    expect(exitCode).toBe(130);
    expect(stderr).toContain('The new photos and the earlier ones of this model seem to show two');
    expect(stderr).not.toContain('recon.invalid');
  } finally {
    await service.restart();
  }
});

test('that the new photos were not compared with the earlier ones is told, and why', async () => {
  const lost = { 'content-type': 'application/json' };
  const { url } = await httpServer(async ({ url: path = '', headers }, response) => {
    const from = await fetch(`${service.url}${path}`, { headers: { authorization: headers.authorization ?? '' } });
    const text = (await from.text()).replaceAll(service.url, 'https://recon.invalid');
    response.writeHead(path.startsWith('/images/') ? 404 : from.status, lost).end(text);
  });
  const photos = VIEWS.flatMap((view) => [`--${view}`, photoOf('ben', view)]);
  const there = { ...environment(), RECON_BASE_URL: url };
  const { stderr } = await typeMain(['patients', 'update', id, ...photos], there, [[/show Ana Sample\?/, '\r']]);
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
    /warning: not compared with the earlier photos of this model: the picture could not be fetched: the name recon.invalid could not be found .*looked at 3 photos: usable/,
  );
});

test('photos of the same person pass', async () => {
  const line = ['patients', 'update', id, ...inFolder(othersOfAna())];
  const { exitCode, stderr, asked } = await typeMain(line, environment(), [[/show Ana Sample\?/, '\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
  expect(stderr).toContain('looked at 3 photos: usable');
});

test.each([
  [VIEWS, 'These are the photos that this model is made of.'],
  [['left'], 'The left photo is the one that this model is made of.'],
])('%s of the model that would be made anew are told as its own, before the question', async (views, sentence) => {
  const before = await stored();
  const { exitCode, stderr, asked } = await update('ana', views, [[/What now\?/, '\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
  const [told = '', end = ''] = stderr.replaceAll(/\s+/g, ' ').split(/What now\?(?!.*What now)/);
  expect(told).toContain(sentence);
  expect(end).toMatch(/give other photos: of these the same model would be made $/);
  expect(await stored()).toBe(before);
});

test('with another measure, or one photo that is new, the photos of the model are no news', async () => {
  const asking: Keys[] = [[/show Ana Sample\?/, '\r']];
  const measured = ['patients', 'update', id, ...inFolder(folderOf('ana')), '--type', 'face', '--eye-distance', '6.1'];
  const mixed = [...inFolder(folderOf('ana'), ['left', 'right']), ...inFolder(othersOfAna(), ['front'])];
  for (const line of [measured, ['patients', 'update', id, ...mixed]]) {
    const { stderr, asked } = await typeMain(line, environment(), asking);
    expect(asked).toBe(1);
    expect(stderr).toContain('looked at 3 photos: usable');
  }
});

test('after-photos of somebody else are told before anything is sent', async () => {
  const { exitCode, stderr, asked } = await after(folderOf('ben'), [[/What now\?/, '\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
  const told = stderr.replaceAll(/\s+/g, ' ').split('What now?')[0];
  expect(told).toContain('The new photos and the earlier ones of this model seem to show two people.');
  expect(told).toContain('if the new photos are of somebody else: recon after create (to choose whose they are)');
  expect(told).toContain(`if the earlier ones are: recon invite ${id} --type face --open (a link`);
  expect(stderr).toContain('nothing was sent');
});

test('the photos of the model itself are told where its after-photos are meant', async () => {
  const { exitCode, stderr, asked } = await after(folderOf('ana'), [[/What now\?/, '\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('These are the photos of the model itself.');
  expect(stderr).not.toContain('take the photo again');
});

test('one question is about all of it: a yes sends them, and other photos are asked about anew', async () => {
  const doubt = /the result of patient \d+, Ana Sample[\s\S]*What now\?/;
  const line = [...afterOf(folderOf('ana')), '--no-wait'];
  const sent = await typeMain(line, environment(), [[doubt, '\u001b[B\u001b[B\r']]);
  expect({ exitCode: sent.exitCode, asked: sent.asked }).toEqual({ exitCode: 0, asked: 1 });
  const sides = inFolder(othersOfAna(), ['left', 'right']);
  const mixed = ['after', 'create', id, '--type', 'face', '--provider', '4', ...sides];
  const other = await typeMain([...mixed, ...inFolder(folderOf('ana'), ['front'])], environment(), [
    [doubt, 'give\r'],
    [/Which photo is to be replaced/, 'front\r'],
    [/Photo from the front:/, `\u0015${join(othersOfAna(), 'front.jpg')}\r`],
    [/looked at 3 photos: usable[\s\S]*Do the new photos show Ana Sample\?/, '\r'],
  ]);
  expect(other).toMatchObject({ exitCode: 130, asked: 4 });
});

test('in a script the photos of the model itself are only told, and only with --photo-check', async () => {
  const looked = await runMain([...afterOf(folderOf('ana')), '--photo-check'], environment());
  expect(looked.exitCode).toBe(0);
  expect(looked.stderr.replaceAll(/\s+/g, ' ')).toContain('These are the photos of the model itself.');
  const sent = await runMain([...afterOf(folderOf('ana')), '--dry-run'], environment());
  expect(sent.exitCode).toBe(0);
  expect(sent.stderr).not.toContain('itself');
});

test('other photos of the same person pass as after-photos, and whose they are is asked', async () => {
  const folder = othersOfAna();
  const no = await after(folder, [[/Do the new photos show Ana Sample\?/, '\r']]);
  expect({ exitCode: no.exitCode, asked: no.asked }).toEqual({ exitCode: 130, asked: 1 });
  expect(no.stderr).toContain('looked at 3 photos: usable');
  expect(no.stderr).toContain(`to record: the result of patient ${id}, Ana Sample`);
  expect(no.stderr).toContain('nothing was sent');
  const yes = await after(folder, [[/Do the new photos show Ana Sample\?/, '\u001B[B\r']]);
  expect({ exitCode: yes.exitCode, asked: yes.asked }).toEqual({ exitCode: 0, asked: 1 });
});
