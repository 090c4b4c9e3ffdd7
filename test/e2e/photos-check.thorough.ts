import { copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome, SAMPLES } from '../support/recon-home.ts';

const FACE = join(SAMPLES, 'ana', 'face');
const TORSO = join(SAMPLES, 'ana', 'torso');

let home: ReconHome;
beforeAll(async () => {
  // No service, no token, no profile.
  home = await makeHome();
});
afterAll(() => home.remove());

const check = (...args: string[]) => home.recon(['photos', 'check', ...args]);
const checkJson = async (...args: string[]) => {
  const { stdout, exitCode, stderr } = await check(...args, '--json');
  return { answer: JSON.parse(stdout), exitCode, stderr };
};

test('a good set, without a service: one object, exit 0', async () => {
  const { answer, exitCode, stderr } = await checkJson('--type', 'face', '--photos', FACE);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(answer.photos).toHaveLength(6);
  expect(answer.set).toMatchObject({ verdict: 'usable', reasons: [], needs: { 4: [], 5: [], 6: [] } });
  const front = answer.photos.find(({ view }: { view: string }) => view === 'front');
  expect(front).toMatchObject({ file: join(FACE, 'front.jpg'), verdict: 'usable', reasons: [] });
  const [left, right] = ['pupil_left', 'pupil_right'].map((name) =>
    front.landmarks.find((one: { name: string }) => one.name === name),
  );
  // Px of the original, which is 1024 × 1280; the person's left is on the right of the picture.
  expect(left.x).toBeGreaterThan(right.x + 150);
  expect(Math.abs(left.y - 608)).toBeLessThan(12);
  expect(left.sigma).toBeGreaterThan(0);
});

test('the front photo of a face tells corners of eyes and mouth, wings of the nose and the chin, each with how sure it is', async () => {
  const { answer } = await checkJson('--type', 'face', '--front', join(FACE, 'front.jpg'));
  const marks = new Map<string, { x: number; y: number; sigma: number }>(
    answer.photos[0].landmarks.map(({ name, ...place }: { name: string }) => [name, place]),
  );
  const at = (name: string) => marks.get(name)!;
  const eyes = at('pupil_left').x - at('pupil_right').x;
  const inOrder = (...names: string[]) => {
    const across = names.map((name) => at(name).x);
    expect(across).toEqual(across.toSorted((a, b) => a - b));
  };
  const oneEye = ['eye_right_outer', 'pupil_right', 'eye_right_inner'];
  inOrder(...oneEye, ...oneEye.map((name) => name.replace('right', 'left')).toReversed());
  inOrder('pupil_right', 'nose_wing_right', 'nose_wing_left', 'pupil_left');
  inOrder('mouth_right', 'chin', 'mouth_left');
  for (const side of ['right', 'left']) {
    const down = ['pupil', 'nose_wing', 'mouth'].map((name) => at(`${name}_${side}`).y);
    expect([...down, at('chin').y]).toEqual([...down, at('chin').y].toSorted((a, b) => a - b));
  }
  expect(at('mouth_left').x - at('mouth_right').x).toBeGreaterThan(0.5 * eyes);
  expect(marks.size).toBe(11);
  for (const { sigma } of marks.values()) {
    expect(sigma).toBeGreaterThan(0);
    expect(sigma).toBeLessThan(0.06 * eyes);
  }
});

test('one photo is enough; what is missing is told for each provider, exit 0', async () => {
  const { answer, exitCode } = await checkJson('--type', 'mammo', '--front', join(TORSO, 'front.jpg'));
  expect(exitCode).toBe(0);
  expect(answer.photos).toHaveLength(1);
  const needs = ['left', 'right', 'nipple_to_nipple'];
  expect(answer.set).toMatchObject({ verdict: 'usable', needs: { 4: needs, 6: needs } });
  const one = await checkJson('--type', 'face', '--provider', 'head-hq', '--front', join(FACE, 'front.jpg'));
  expect(one.answer.set.needs).toEqual({ 5: ['left', 'right', 'left_45', 'right_45', 'below'] });
});

test('swapped sides: exit 5, said of each photo and of the set', async () => {
  const swapped = ['--left', join(FACE, 'right.jpg'), '--right', join(FACE, 'left.jpg')];
  const { answer, exitCode, stderr } = await checkJson('--type', 'face', '--photos', FACE, ...swapped);
  expect(exitCode).toBe(5);
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'photo_unusable', exit: 5, retryable: false });
  const reasons = Object.fromEntries(
    answer.photos.map(({ view, reasons }: { view: string; reasons: string[] }) => [view, reasons[0]]),
  );
  expect(reasons['left']).toMatch(/^this is the right side, given as left; /);
  expect(reasons['right']).toMatch(/^this is the left side, given as right; /);
  expect(reasons['front']).toBeUndefined();
  expect(answer.set.verdict).toBe('unusable');
  expect(answer.set.reasons[0]).toMatch(/^the left and the right photo seem to be swapped; swap/);
  const turned = `--left ${join(FACE, 'left.jpg')} --front ${join(FACE, 'front.jpg')} --right ${join(FACE, 'right.jpg')}`;
  expect(JSON.parse(stderr).error.hint).toContain(`recon photos check --type face ${turned}`);
  // What more would be good is no help to whoever has to take them again.
  const three = ['--front', join(FACE, 'front.jpg'), ...swapped, '-o', 'table'];
  expect((await check('--type', 'face', ...three)).stdout).not.toMatch(/^(complete|optional|missing)/m);
});

test('in a pipe: a line for each photo, the set, and each provider', async () => {
  const { stdout, exitCode } = await check('--type', 'mammo', '--photos', TORSO, '--nipple-to-nipple', '20');
  expect(exitCode).toBe(0);
  expect(stdout.split('\n').map((line) => line.split('\t').slice(0, 2).join(' '))).toEqual([
    ...['front usable', 'left usable', 'right usable', 'set usable', 'provider 4 complete', 'provider 6 complete', ''],
  ]);
});

test('a table is broken between words and says what to do', async () => {
  const args = ['--type', 'face', '--left', join(FACE, 'front.jpg'), '-o', 'table'];
  const { stdout, stderr, exitCode } = await check(...args);
  expect(exitCode).toBe(5);
  expect(stdout).toMatch(/^left {8}unusable {2}This is the front, given as left\.\n {22}Check that each photo/);
  expect(stdout).toContain('missing     For the models face and head: front, right.\n');
  expect(stderr).toBe('recon: 1 of 1 photo cannot be used\n');
});

test('a file that cannot be read is 2, and stands among the photos; the others are looked at', async () => {
  const cut = join(home.folder, 'cut.jpg');
  await writeFile(cut, (await readFile(join(FACE, 'left.jpg'))).subarray(0, 20_000));
  const args = ['--type', 'face', '--front', join(FACE, 'front.jpg'), '--left', cut, '--right', 'nowhere.jpg'];
  const { answer, exitCode, stderr } = await checkJson(...args);
  expect(exitCode).toBe(2);
  expect(JSON.parse(stderr).error.message).toContain(`--left ${cut} is`);
  expect(JSON.parse(stderr).error.details[0]).toContain('--right nowhere.jpg does not exist');
  const verdicts = answer.photos.map(({ verdict }: { verdict: string }) => verdict);
  expect(verdicts).toEqual(['unusable', 'usable', 'unusable']);
  expect(answer.set.verdict).toBe('unusable');
});

test('a person reads once what is wrong with the files', async () => {
  const folder = join(home.folder, 'unreadable');
  await mkdir(folder);
  for (const view of ['left', 'front']) await writeFile(join(folder, `${view}.jpg`), '%PDF-1.7');
  const { stdout, stderr, exitCode } = await check('--type', 'face', '--photos', folder, '-o', 'table');
  expect(exitCode).toBe(2);
  expect(stdout.match(/PDF/g)).toHaveLength(2);
  expect(stdout).not.toContain('as a set');
  expect(stderr).toBe('recon: 2 of 2 photos cannot be used\n');
  const piped = await check('--type', 'face', '--photos', folder);
  expect(piped.stderr).toContain(`recon: ${join(folder, 'front.jpg')} is`);
});

test('a photo that is only small can be read: 5', async () => {
  const small = join(home.folder, 'small.jpg');
  await sharp(join(FACE, 'front.jpg')).resize({ height: 300 }).toFile(small);
  const { answer, exitCode } = await checkJson('--type', 'face', '--front', small);
  expect(exitCode).toBe(5);
  const [reason] = answer.photos[0].reasons;
  expect(reason).toContain('the short side must be at least 480 px');
  expect(reason.split('give the original from the camera')).toHaveLength(2);
});

test('a photo on its side is told once', async () => {
  const lying = join(home.folder, 'lying.jpg');
  await sharp(join(FACE, 'front.jpg')).rotate(90).toFile(lying);
  const { stdout, exitCode } = await check('--type', 'face', '--front', lying);
  expect(exitCode).toBe(5);
  expect(stdout).toContain('lies on its side');
  expect(stdout).not.toContain('wider than tall');
});

test('one picture for two views is told, as a create refuses it', async () => {
  const both = ['--left', join(FACE, 'left.jpg'), '--left-45', join(FACE, 'left.jpg')];
  const { answer, exitCode } = await checkJson('--type', 'face', ...both);
  expect(exitCode).toBe(5);
  expect(answer.photos[1].reasons.at(-1)).toContain('this is the same picture as the one given as left');
});

test.each([
  ['left', 'front'],
  ['front', 'left'],
])('of a %s photo given for two views the one that it does not show is told, by a create too', async (shown, other) => {
  const photo = join(FACE, `${shown}.jpg`);
  const both = ['--type', 'face', `--${shown}`, photo, `--${other}`, photo];
  const { answer } = await checkJson(...both);
  const bad = answer.photos.filter(({ verdict }: { verdict: string }) => verdict !== 'usable');
  expect(bad.map(({ view }: { view: string }) => view)).toEqual([other]);
  const right = ['--provider', '4', '--right', join(FACE, 'right.jpg')];
  const { exitCode, stderr } = await home.recon(['create', '--name', 'Ana', ...both, ...right]);
  const side = other === 'front' ? 'photo from the front' : 'photo of the left profile';
  const told = `--${other} ${photo} is the same picture as ${shown} ("${photo}"); give the ${side}`;
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(told) });
});

test('a folder needs no flag, and one photo says which', async () => {
  expect((await home.recon(['photos', 'check', FACE, '--type', 'face'])).exitCode).toBe(0);
  const one = join(FACE, 'front.jpg');
  expect((await home.recon(['photos', 'check', one, '--type', 'face'])).stderr).toContain(`--front ${one}`);
});

test.each([
  [['--photos', FACE], '--type is missing'],
  [['--type', 'face'], 'no photo is given'],
  [['--type', 'nose', '--photos', FACE], '--type is "nose"'],
  [['--type', 'mammo', '--provider', '5', '--photos', TORSO], '"5" is no provider of mammo'],
  [['--type', 'face', '--photos', FACE, '--picture', 'seen.gif'], 'must end in .jpg or .png'],
])('%j is a wrong call', async (args, words) => {
  const { stderr, stdout, exitCode } = await check(...args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(words);
});

test('--picture draws over all photos, and never over one of them', async () => {
  const path = join(home.folder, 'seen.png');
  const { stdout, stderr, exitCode } = await check('--type', 'mammo', '--photos', TORSO, '--picture', path);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: `drew ${path}\n` });
  expect(stdout).not.toContain(path);
  const { format, width = 0, height = 0 } = await sharp(path).metadata();
  expect(format).toBe('png');
  // Three beside each other, 800 px high.
  expect(height).toBeGreaterThan(800);
  expect(width).toBeGreaterThan(1800);
  const { data } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  const isOutline = (at: number) => data[at] === 40 && data[at + 1] === 230 && data[at + 2] === 110;
  let outline = 0;
  for (let at = 0; at < data.length; at += 3) if (isOutline(at)) outline++;
  expect(outline).toBeGreaterThan(5000);

  const folder = join(home.folder, 'own');
  await mkdir(folder);
  for (const view of ['left', 'front', 'right'])
    await copyFile(join(TORSO, `${view}.jpg`), join(folder, `${view}.jpg`));
  const before = await stat(join(folder, 'left.jpg'));
  const over = await check('--type', 'mammo', '--photos', folder, '--picture', join(folder, 'left.jpg'));
  expect(over.exitCode).toBe(2);
  expect((await stat(join(folder, 'left.jpg'))).mtimeMs).toBe(before.mtimeMs);
});
