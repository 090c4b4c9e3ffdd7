import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { extractArchive } from '../../src/core/extract.ts';
import { requireTool } from '../support/require-tool.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { largeRecords, makeZip } from '../support/zip-maker.ts';

/** What every writer packs. */
const FILES: Readonly<Record<string, Buffer>> = {
  'model.glb': Buffer.alloc(200_000, 'mesh'),
  'photos/front.jpg': Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251)),
  'empty.txt': Buffer.alloc(0),
};

/** A folder with the files in it, and where the archive goes. */
function place() {
  const folder = tempFolder();
  const source = join(folder, 'source');
  mkdirSync(join(source, 'photos'), { recursive: true });
  for (const [name, bytes] of Object.entries(FILES)) writeFileSync(join(source, name), bytes);
  return { folder, source, zipPath: join(folder, 'archive.zip') };
}

async function expectUnpacks(zipPath: string, folder: string) {
  const { files } = await extractArchive(zipPath, join(folder, 'out'), { force: false });
  expect([...files].sort()).toEqual(Object.keys(FILES).sort());
  for (const [name, bytes] of Object.entries(FILES)) {
    expect(readFileSync(join(folder, 'out', name)).equals(bytes), name).toBe(true);
  }
}

/** The archive goes through a pipe where `out` is `sys.stdout.buffer`, so that sizes can only follow the data. */
const python = (out: string, more: string) => `
import os, sys, zipfile
with zipfile.ZipFile(${out}, 'w', zipfile.ZIP_DEFLATED) as z:
  for folder, _, names in os.walk('.'):
    for name in names:
      path = os.path.relpath(os.path.join(folder, name), '.')
      ${more}`;
const plain = 'z.write(path)';
const large = "f = z.open(zipfile.ZipInfo(path), 'w', force_zip64=True); f.write(open(path, 'rb').read()); f.close()";

test.skipIf(!requireTool('python3')).each([
  ['a file', 'sys.argv[1]', plain],
  ['a pipe', 'sys.stdout.buffer', plain],
  ['a file, made for large ones', 'sys.argv[1]', large],
  ['a pipe, made for large ones', 'sys.stdout.buffer', large],
])('an archive that Python wrote to %s unpacks', async (_what, out, more) => {
  const { folder, source, zipPath } = place();
  const written = execFileSync('python3', ['-c', python(out, more), zipPath], { cwd: source });
  if (written.length > 0) writeFileSync(zipPath, written);
  await expectUnpacks(zipPath, folder);
});

test.each([false, true])(
  'an archive that yazl wrote unpacks, forced to the large form: %s',
  async (forceZip64Format) => {
    const { folder, zipPath } = place();
    const zip = new ZipFile();
    for (const [name, bytes] of Object.entries(FILES)) {
      if (name === 'model.glb') zip.addReadStream(Readable.from([bytes]), name, { compress: true, forceZip64Format });
      else zip.addBuffer(bytes, name, { forceZip64Format });
    }
    zip.end({ forceZip64Format, comment: 'from a clinic' });
    await pipeline(zip.outputStream, createWriteStream(zipPath));
    await expectUnpacks(zipPath, folder);
  },
);

test.each<[string, (text: string) => string]>([
  ['binary marks', (text) => text.replaceAll('  ', ' *')],
  ['Windows line ends', (text) => text.replaceAll('\n', '\r\n')],
  ['names from here', (text) => text.replaceAll('  ', '  ./')],
  ['tags', (text) => text.replaceAll(/^(\S+) {2}(.+)$/gm, 'SHA256 ($2) = $1')],
  ['no line for one of them', (text) => text.replace(/^.*\n/, '')],
])('SHA256SUMS with %s is read', async (_what, change) => {
  const { folder, zipPath } = place();
  const sums = Object.entries(FILES).map(
    ([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`,
  );
  const entries = Object.entries(FILES).map(([name, content]) => ({ name, content }));
  writeFileSync(zipPath, makeZip([...entries, { name: 'SHA256SUMS', content: change(sums.join('')) }]));
  const { files } = await extractArchive(zipPath, join(folder, 'out'), { force: false });
  expect(files).toHaveLength(4);
});

test.each([12, 16, 20, 24])('sizes that follow the data in %i bytes are read', async (length) => {
  const { folder, zipPath } = place();
  const entries = Object.entries(FILES).map(([name, content]) => {
    const whole = makeZip([{ name, content, method: 0, descriptor: true }]);
    const facts = whole.subarray(30 + name.length + content.length).subarray(4, 16);
    const sizes = [4, 8].map((at) => Buffer.concat([facts.subarray(at, at + 4), Buffer.alloc(length < 20 ? 0 : 4)]));
    const signature = length === 16 || length === 24 ? Buffer.from('PK\x07\x08', 'latin1') : Buffer.alloc(0);
    return { name, content, method: 0, descriptor: Buffer.concat([signature, facts.subarray(0, 4), ...sizes]) };
  });
  writeFileSync(zipPath, makeZip(entries, { large: largeRecords, comment: 'signed' }));
  await expectUnpacks(zipPath, folder);
});
