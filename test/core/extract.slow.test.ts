import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyArchive } from '../../src/core/archive/open-archive.ts';
import { extractArchive } from '../../src/core/extract.ts';
import { HOSTILE_ZIPS } from '../support/hostile-zips.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { makeZip, soundZip, unicodePath } from '../support/zip-maker.ts';

/** A folder with `archive.zip`, a victim beside it, and nothing else. */
function place(zip: Buffer) {
  const folder = tempFolder();
  writeFileSync(join(folder, 'archive.zip'), zip);
  writeFileSync(join(folder, 'victim'), 'untouched');
  return { folder, zipPath: join(folder, 'archive.zip'), target: join(folder, 'out') };
}

const modeOf = (path: string) => lstatSync(path).mode & 0o7777;
const everythingIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();

test('a sound archive unpacks, private to its owner', async () => {
  const { zipPath, target } = place(soundZip());
  const extracted = await extractArchive(zipPath, target, { force: false });
  expect(extracted).toEqual({ folder: target, files: ['photos/front.jpg', 'model.glb', 'measures.json'] });
  expect(everythingIn(target)).toEqual(['measures.json', 'model.glb', 'photos', 'photos/front.jpg']);
  expect(readFileSync(join(target, 'measures.json'), 'utf8')).toBe('{"eye_distance":6.3}');
  expect(readFileSync(join(target, 'photos/front.jpg'))).toEqual(Buffer.alloc(70_000, 7));
  expect(
    [target, 'photos', 'photos/front.jpg', 'model.glb'].map((name, at) => modeOf(at === 0 ? name : join(target, name))),
  ).toEqual([0o700, 0o700, 0o600, 0o600]);
});

test.each(HOSTILE_ZIPS)('refused: %s', async (_name, reason, make) => {
  const { folder, zipPath, target } = place(make());
  const refusal = { code: 'unsafe_archive', message: expect.stringMatching(reason) };
  await expect(extractArchive(zipPath, target, { force: false })).rejects.toMatchObject(refusal);
  await expect(verifyArchive(zipPath)).rejects.toMatchObject(refusal);
  expect(everythingIn(folder)).toEqual(['archive.zip', 'victim']);
  expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('untouched');
});

test('names in a refusal are shown escaped', async () => {
  const { zipPath } = place(makeZip([{ name: 'a\u001b[31m\u202e\u009b', content: 'x' }]));
  const error = await verifyArchive(zipPath).catch((thrown: Error) => thrown);
  expect(String(error)).toContain('"a\\u001b[31m\\u202e\\u009b"');
});

test.each([
  ['setuid', 0o104755],
  ['mode 0', 0o100000],
  ['no mode', 0],
])('a file with %s gets mode 0600', async (_what, mode) => {
  const { zipPath, target } = place(makeZip([{ name: 'a', content: 'x', mode }]));
  await extractArchive(zipPath, target, { force: false });
  expect(modeOf(join(target, 'a'))).toBe(0o600);
});

test('a zip inside the archive stays a file', async () => {
  const { zipPath, target } = place(makeZip([{ name: 'inner.zip', content: soundZip() }]));
  await extractArchive(zipPath, target, { force: false });
  expect(readFileSync(join(target, 'inner.zip'))).toEqual(soundZip());
});

test('an empty file and names with accents, spaces and emoji unpack', async () => {
  const names = ['empty', 'Ana Café 🙂/a b.txt'];
  const { zipPath, target } = place(makeZip(names.map((name) => ({ name }))));
  expect((await extractArchive(zipPath, target, { force: false })).files).toEqual(names);
});

test('a name in UTF-8 is read as such even where its writer does not say so', async () => {
  const { zipPath, target } = place(
    makeZip([
      { name: 'Café.txt', flags: 0 },
      { name: Buffer.from([0x43, 0x82]), flags: 0 },
    ]),
  );
  expect((await extractArchive(zipPath, target, { force: false })).files).toEqual(['Café.txt', 'Cé']);
});

test('a name in the Unicode path field (0x7075) is the name, where its checksum is right', async () => {
  const named = (raw: string | Buffer, name: string, crc?: number) => {
    const extra = unicodePath(raw, name, crc);
    return { name: raw, flags: 0, content: 'x', extra, local: { extra } };
  };
  const { zipPath, target } = place(
    makeZip(
      [
        named('Caf#U00e9.txt', 'Café.txt'),
        named('?/', '雪/'),
        named('?/?.txt', '雪/山.txt'),
        named(Buffer.from([0x43, 0x82]), 'Cé'),
        named('renamed.txt', 'before.txt', 7),
        { ...named('list alone', 'Ünly the list'), local: {} },
        { ...named('Said.txt', 'Said.txt'), flags: 0x0800 },
      ].map((entry) => (entry.name.at(-1) === '/' ? { ...entry, content: '' } : entry)),
    ),
  );
  const files = ['Café.txt', '雪/山.txt', 'Cé', 'renamed.txt', 'Ünly the list', 'Said.txt'];
  expect((await extractArchive(zipPath, target, { force: false })).files).toEqual(files);
  expect(everythingIn(target)).toEqual([...files, '雪'].sort());
});

test('an archive with a folder and no file stays refused, also by the Unicode path field', async () => {
  const { zipPath } = place(makeZip([{ name: '?/', flags: 0, extra: unicodePath('?/', '雪/') }]));
  await expect(verifyArchive(zipPath)).rejects.toMatchObject({ message: expect.stringContaining('there is no file') });
});

test('a large file that compresses well within reason unpacks', async () => {
  const content = Buffer.alloc(
    20_000_000,
    Array.from({ length: 997 }, (_, at) => String.fromCharCode(33 + (at % 90))).join(''),
  );
  for (let at = 0; at < content.length; at += 400) content.writeUInt32LE(Math.imul(at, 2654435761) >>> 0, at);
  const { zipPath, target } = place(makeZip([{ name: 'model.obj', content }]));
  await extractArchive(zipPath, target, { force: false });
  expect(readFileSync(join(target, 'model.obj')).equals(content)).toBe(true);
});

test('folders above the target are made, and removed again after a refusal', async () => {
  const { folder, zipPath } = place(soundZip());
  await extractArchive(zipPath, join(folder, 'a/b/c'), { force: false });
  expect(existsSync(join(folder, 'a/b/c/model.glb'))).toBe(true);
  writeFileSync(zipPath, makeZip([{ name: 'a', content: 'abc', crc: 1 }]));
  await expect(extractArchive(zipPath, join(folder, 'x/y/z'), { force: false })).rejects.toMatchObject({
    code: 'unsafe_archive',
  });
  expect(existsSync(join(folder, 'x'))).toBe(false);
});

test('an empty folder is taken', async () => {
  const { zipPath, target } = place(soundZip());
  mkdirSync(target);
  await extractArchive(zipPath, target, { force: false });
  expect(existsSync(join(target, 'model.glb'))).toBe(true);
});

test.each([
  ['a file', (target: string) => writeFileSync(target, 'mine')],
  ['a folder with something in it', (target: string) => cpSync(import.meta.dirname, target, { recursive: true })],
  ['a link to a folder', (target: string) => symlinkSync('.', target)],
  ['a dangling link', (target: string) => symlinkSync('nowhere', target)],
])('%s in the place of the target is left alone', async (_what, put) => {
  const { folder, zipPath, target } = place(soundZip());
  put(target);
  const before = everythingIn(folder);
  await expect(extractArchive(zipPath, target, { force: false })).rejects.toMatchObject({ code: 'usage' });
  expect(everythingIn(folder)).toEqual(before);
});

test('a folder that appears in the place of the target meanwhile is left alone', async () => {
  const many = Array.from({ length: 300 }, (_, index) => ({ name: `file-${index}`, content: 'x' }));
  const { folder, zipPath, target } = place(makeZip(many));
  const extracting = extractArchive(zipPath, target, { force: false });
  while (!readdirSync(folder).some((name) => name.startsWith('.recon-extract-'))) {
    await new Promise((again) => setImmediate(again));
  }
  mkdirSync(target);
  writeFileSync(join(target, 'mine'), 'mine');
  await expect(extracting).rejects.toMatchObject({ code: 'usage' });
  expect(everythingIn(folder)).toEqual(['archive.zip', 'out', 'out/mine', 'victim']);
});

test('force replaces an earlier extraction', async () => {
  const { folder, zipPath, target } = place(soundZip());
  await extractArchive(zipPath, target, { force: false });
  writeFileSync(join(target, 'model.glb'), 'old');
  await extractArchive(zipPath, target, { force: true });
  expect(readFileSync(join(target, 'model.glb')).length).toBe(200_000);
  expect(readdirSync(folder).sort()).toEqual(['archive.zip', 'out', 'victim']);
});

test('force never replaces a folder that holds other files', async () => {
  const { zipPath, target } = place(soundZip());
  mkdirSync(join(target, 'letters'), { recursive: true });
  writeFileSync(join(target, 'letters/mine.txt'), 'mine');
  await expect(extractArchive(zipPath, target, { force: true })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('letters/mine.txt'),
  });
  expect(everythingIn(target)).toEqual(['letters', 'letters/mine.txt']);
});

test('an abort leaves nothing behind', async () => {
  const { folder, zipPath, target } = place(soundZip());
  const controller = new AbortController();
  const extracting = extractArchive(zipPath, target, { force: false, signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(extracting).rejects.toThrow('enough');
  expect(everythingIn(folder)).toEqual(['archive.zip', 'victim']);
});

test('what a killed extraction left beside the target goes with the next one', async () => {
  const { folder, zipPath, target } = place(soundZip());
  const dead = join(folder, '.recon-extract-2147483647-abcdef');
  const young = join(folder, '.recon-extract-2147483647-ghijkl');
  for (const left of [dead, young]) mkdirSync(join(left, 'new'), { recursive: true });
  utimesSync(dead, new Date(0), new Date(0));
  await extractArchive(zipPath, target, { force: false });
  expect(existsSync(dead)).toBe(false);
  // A process that cannot be seen from here may still be at it.
  expect(existsSync(young)).toBe(true);
});

test('a place below a file is an error of storage', async () => {
  const { folder, zipPath } = place(soundZip());
  await expect(extractArchive(zipPath, join(folder, 'victim/out'), { force: false })).rejects.toMatchObject({
    code: 'storage',
  });
});

test('mutated archives are refused or unpack, and never leave anything outside', async () => {
  const sound = soundZip();
  let state = 11;
  const random = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state % below;
  };
  const listStart = sound.lastIndexOf('PK\x01\x02') - 300;
  for (let round = 0; round < 150; round++) {
    const mutated = Buffer.from(sound);
    for (let hit = 0; hit <= round % 3; hit++) {
      const at = round % 2 === 0 ? listStart + random(sound.length - listStart) : random(sound.length);
      mutated[at] = random(256);
    }
    const { folder, zipPath, target } = place(mutated);
    const error = await extractArchive(zipPath, target, { force: false }).catch((thrown) => thrown);
    if (error instanceof Error) expect(error).toMatchObject({ code: 'unsafe_archive' });
    expect(readdirSync(folder).sort()).toEqual(
      error instanceof Error ? ['archive.zip', 'victim'] : ['archive.zip', 'out', 'victim'],
    );
  }
});
