import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { View } from '../../src/contract/reconstruction.ts';
import { findPhotos } from '../../src/core/photo-folder.ts';
import { type PrepareOptions, preparePhotos } from '../../src/core/photos.ts';
import { afterStart, cameraJpeg, jpegOf, picture, rawPixels, segment } from '../support/photo-maker.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { bytesOf } from './photo-copies.ts';

/** Writes files and prepares them as the views of their names. */
async function prepare(files: Record<string, Uint8Array>, options: Partial<PrepareOptions> = {}) {
  const folder = tempFolder();
  const paths: Partial<Record<View, string>> = {};
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(join(folder, name), bytes);
    paths[name.split('.')[0] as View] = join(folder, name);
  }
  const scratchFolder = join(folder, 'scratch');
  return { folder, scratchFolder, prepared: await preparePhotos(paths, { scratchFolder, ...options }) };
}

/** The one problem of one path given as the front view. */
async function problemOf(path: string): Promise<string | undefined> {
  const { problems, dispose } = await preparePhotos({ front: path }, { scratchFolder: join(tempFolder(), 'scratch') });
  await dispose();
  return problems[0]?.message;
}

test('good photos are copied to a private place, in the order of the interface', async () => {
  const front = await jpegOf();
  const { folder, scratchFolder, prepared } = await prepare({
    'front.jpg': front,
    'left_45.png': await picture({ seed: 2 }).png().toBuffer(),
    'left.webp': await picture({ seed: 3 }).webp().toBuffer(),
  });
  expect(prepared.problems).toEqual([]);
  expect(prepared.photos.map(({ view, fileName, mime }) => [view, fileName, mime])).toEqual([
    ['left', 'left.webp', 'image/webp'],
    ['front', 'front.jpg', 'image/jpeg'],
    ['left_45', 'left_45.png', 'image/png'],
  ]);
  const copy = prepared.photos[1]!;
  expect(copy).toMatchObject({ sourcePath: join(folder, 'front.jpg'), sizeBytes: front.length, removed: [] });
  expect(copy.sha256).toBe(createHash('sha256').update(front).digest('hex'));
  expect(bytesOf(copy).equals(front)).toBe(true);
  expect(lstatSync(copy.copyPath).mode & 0o777).toBe(0o600);
  expect(lstatSync(join(copy.copyPath, '..')).mode & 0o777).toBe(0o700);
  await prepared.dispose();
  await prepared.dispose();
  expect(readdirSync(scratchFolder)).toEqual([]);
});

test('private data is not in the copy, and the original is not touched', async () => {
  const original = await cameraJpeg(6);
  const { folder, prepared } = await prepare({ 'front.jpg': original });
  const [copy] = prepared.photos;
  expect(copy!.removed).toEqual(['GPS position', 'camera data (EXIF)']);
  expect(readFileSync(copy!.copyPath).includes('SECRET')).toBe(false);
  expect(copy!.sizeBytes).toBeLessThan(original.length);
  expect(readFileSync(join(folder, 'front.jpg')).equals(original)).toBe(true);
});

test('photos of all sizes do not get into each other', async () => {
  const originals = {
    'left.jpg': afterStart(await jpegOf({ width: 1300, height: 1200 }), segment(0xfe, 'SECRET')),
    'front.jpg': afterStart(await jpegOf({ seed: 2, width: 500, height: 500 }), segment(0xfe, 'SECRET'.repeat(500))),
    'right.png': await picture({ seed: 3 }).png().toBuffer(),
    'back.jpg': afterStart(await jpegOf({ seed: 4, width: 900, height: 900 }), segment(0xfe, 'SECRET')),
  };
  const { prepared } = await prepare(originals);
  expect(prepared.photos.length).toBe(4);
  for (const photo of prepared.photos) {
    const { sourcePath, sha256, sizeBytes } = photo;
    const [original, copy] = [readFileSync(sourcePath), bytesOf(photo)];
    expect(copy.includes('SECRET')).toBe(false);
    expect(Buffer.compare(await rawPixels(copy), await rawPixels(original))).toBe(0);
    expect([sizeBytes, sha256]).toEqual([copy.length, createHash('sha256').update(copy).digest('hex')]);
  }
});

test('keepMetadata sends the photo byte for byte', async () => {
  const original = await cameraJpeg(6);
  const { prepared } = await prepare({ 'front.jpg': original }, { keepMetadata: true });
  expect(prepared.photos[0]!.removed).toEqual([]);
  expect(bytesOf(prepared.photos[0]!).equals(original)).toBe(true);
});

test('the name that is sent follows the content', async () => {
  const { prepared } = await prepare({ 'front.jpg': await picture().png().toBuffer() });
  expect(prepared.photos[0]).toMatchObject({ fileName: 'front.png', mime: 'image/png' });
});

test('all problems are told at once, and the good photos are there all the same', async () => {
  const { prepared } = await prepare({
    'left.jpg': Buffer.from('a letter'),
    'front.jpg': (await jpegOf()).subarray(0, 5000),
    'right.jpg': await jpegOf({ seed: 2 }),
    'back.jpg': Buffer.alloc(0),
  });
  expect(prepared.problems.map(({ view, message }) => `${view} ${message}`)).toEqual([
    'left is not an image; JPEG, PNG and WebP are accepted',
    'front is cut off before its end',
    'back is empty (0 bytes)',
  ]);
  expect(prepared.photos.map(({ view }) => view)).toEqual(['right']);
});

test('one picture for two views is a problem, whatever its metadata', async () => {
  const plain = await jpegOf();
  const { folder, prepared } = await prepare({
    'left.jpg': plain,
    'front.jpg': await jpegOf({ seed: 2 }),
    'right.jpg': afterStart(plain, segment(0xfe, 'another file')),
  });
  expect(prepared.problems).toEqual([
    {
      view: 'right',
      path: join(folder, 'right.jpg'),
      message: `is the same picture as left (${JSON.stringify(join(folder, 'left.jpg'))})`,
      twin: 'left',
    },
  ]);
});

test('warnings come along', async () => {
  const { prepared } = await prepare({ 'front.jpg': await jpegOf({ width: 900, height: 1000 }) });
  expect(prepared.photos[0]!.warnings).toEqual(['is 900×1000; 1024 px on the short side give better results']);
});

test('a HEIC photo is converted', async () => {
  const heic = readFileSync(new URL('../fixtures/photos/gradient.heic', import.meta.url));
  const { prepared } = await prepare({ 'front.jpg': heic });
  expect(prepared.problems).toEqual([]);
  expect(prepared.photos[0]).toMatchObject({ fileName: 'front.jpg', mime: 'image/jpeg' });
  expect(prepared.photos[0]!.warnings).toContain('was converted from HEIC to JPEG');
});

test('a HEIC photo that is cut is refused', async () => {
  const heic = readFileSync(new URL('../fixtures/photos/gradient.heic', import.meta.url));
  const { prepared } = await prepare({ 'front.heic': heic.subarray(0, heic.length / 2) });
  expect(prepared.problems[0]!.message).toBe('is a HEIC photo that does not decode');
});

test('what is no file is named and never waited for', async () => {
  const folder = tempFolder();
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const server = createServer().listen(join(folder, 'socket'));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  symlinkSync('loop', join(folder, 'loop'));
  writeFileSync(join(folder, 'file'), 'x');
  expect(await problemOf(join(folder, 'pipe'))).toBe('is a named pipe, not a photo');
  expect(await problemOf(join(folder, 'socket'))).toBe('is a socket, not a file');
  expect(await problemOf(folder)).toBe('is a folder, not a photo');
  expect(await problemOf('/dev/zero')).toBe('is a device, not a photo');
  expect(await problemOf(join(folder, 'nowhere'))).toBe('does not exist');
  expect(await problemOf(join(folder, 'file/front.jpg'))).toBe('does not exist: a part of its path is a file');
  expect(await problemOf(join(folder, 'loop'))).toBe('is a link that leads to itself');
  expect(await problemOf(join(folder, 'n'.repeat(300)))).toBe('has too long a name');
  expect(await problemOf('a\0b')).toBe('cannot be read (ERR_INVALID_ARG_VALUE)');
});

test('a file that is too large is refused before it is read', async () => {
  const path = join(tempFolder(), 'front.jpg');
  writeFileSync(path, '');
  truncateSync(path, 3 * 1024 ** 3);
  expect(await problemOf(path)).toBe('is 3221.2 MB; at most 40 MB are accepted');
});

test('a file that changes while it is read is refused', async () => {
  const path = join(tempFolder(), 'front.jpg');
  writeFileSync(path, Buffer.concat([await jpegOf(), Buffer.alloc(30e6)]));
  const problems = new Set<string | undefined>();
  for (let round = 0; round < 20 && problems.size === 0; round++) {
    const preparing = problemOf(path);
    let writing = true;
    const write = () => {
      if (!writing) return;
      appendFileSync(path, 'x');
      setImmediate(write);
    };
    setImmediate(write);
    const problem = await preparing;
    writing = false;
    if (problem !== undefined) problems.add(problem);
  }
  expect([...problems]).toEqual(['was changed while it was being read']);
});

test('an abort stops with its reason and leaves no copies', async () => {
  const controller = new AbortController();
  controller.abort(new Error('Ctrl-C'));
  const folder = tempFolder();
  writeFileSync(join(folder, 'front.jpg'), await jpegOf());
  const scratchFolder = join(folder, 'scratch');
  const options = { scratchFolder, signal: controller.signal };
  await expect(preparePhotos({ front: join(folder, 'front.jpg') }, options)).rejects.toThrow('Ctrl-C');
  expect(readdirSync(scratchFolder)).toEqual([]);
});

test('a scratch place that cannot be written to is an error of storage', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'file'), '');
  const options = { scratchFolder: join(folder, 'file/scratch') };
  await expect(preparePhotos({ front: 'x' }, options)).rejects.toMatchObject({
    code: 'storage',
    details: ['nothing was sent'],
    hint: 'name another folder (XDG_STATE_HOME=FOLDER before the command), and run the command again',
  });
});

test('photos are found by the names of their views', async () => {
  const folder = tempFolder();
  const names = ['left.jpg', 'FRONT.JPEG', 'Right.png', 'back.webp', 'LEFT_45.JPG', 'right-45.heic', 'below.gif'];
  for (const name of [...names, 'patient.json', 'left.xmp', '._IMG_9.jpg', 'leftover.jpg', 'IMG_10.jpg', 'IMG_9.JPG']) {
    writeFileSync(join(folder, name), '');
  }
  mkdirSync(join(folder, 'old'));
  const { files, problems, unnamed } = await findPhotos(folder);
  expect(problems).toEqual([]);
  expect(unnamed).toEqual(['IMG_9.JPG', 'IMG_10.jpg', 'leftover.jpg'].map((name) => join(folder, name)));
  expect(files).toEqual({
    left: join(folder, 'left.jpg'),
    front: join(folder, 'FRONT.JPEG'),
    right: join(folder, 'Right.png'),
    back: join(folder, 'back.webp'),
    left_45: join(folder, 'LEFT_45.JPG'),
    right_45: join(folder, 'right-45.heic'),
    below: join(folder, 'below.gif'),
  });
});

test('two files for one view are a problem', async () => {
  const folder = tempFolder();
  for (const name of ['left.jpg', 'LEFT.png', 'left-45.jpg', 'left_45.jpg', 'front.jpg'])
    writeFileSync(join(folder, name), '');
  const { files, problems, several } = await findPhotos(folder);
  expect(Object.keys(files)).toEqual(['front']);
  expect(several.left).toEqual([join(folder, 'LEFT.png'), join(folder, 'left.jpg')]);
  expect(problems).toEqual([
    `left has more than one photo in ${JSON.stringify(folder)}: "LEFT.png", "left.jpg"`,
    `left_45 has more than one photo in ${JSON.stringify(folder)}: "left-45.jpg", "left_45.jpg"`,
  ]);
});

test('what is named after a view and ends as no picture does is found by itself', async () => {
  const folder = tempFolder();
  for (const name of ['left.jpg', 'Front.pdf', 'notes.pdf', 'right']) writeFileSync(join(folder, name), '');
  const { files, noPictures, noPhotos } = await findPhotos(folder);
  expect(Object.keys(files)).toEqual(['left']);
  expect([noPictures, noPhotos]).toEqual([[join(folder, 'Front.pdf')], [join(folder, 'notes.pdf')]]);
});

test('videos are told apart, also one that is named after a view', async () => {
  const folder = tempFolder();
  const names = ['left.jpg', 'IMG_2.MOV', 'front.mp4', 'notes.txt', '._IMG_2.MOV'];
  for (const name of names) writeFileSync(join(folder, name), '');
  const { files, noPictures, unnamed, noPhotos } = await findPhotos(folder);
  expect([Object.keys(files), noPictures, unnamed]).toEqual([['left'], [], []]);
  expect(noPhotos).toEqual(['IMG_2.MOV', 'front.mp4'].map((name) => join(folder, name)));
});

test.each([
  ['nowhere', 'photo folder', 'does not exist'],
  ['nowhere.jpg', 'photo', 'does not exist'],
  ['file', 'photo folder', 'is not a folder'],
])('photos in %s are a problem: the %s %s', async (name, what, problem) => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'file'), '');
  const path = join(folder, name);
  expect(await findPhotos(path)).toEqual({
    files: {},
    problems: [`the ${what} ${JSON.stringify(path)} ${problem}`],
    several: {},
    unnamed: [],
    noPictures: [],
    noPhotos: [],
    isNoFolder: true,
  });
  expect(existsSync(folder)).toBe(true);
});
