import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { SAMPLES } from '../../support/recon-home.ts';
import { createPatient } from '../../support/records.ts';

let clinic: Clinic;
let id: string;
const photos = join(SAMPLES, 'ana', 'face');
beforeAll(async () => {
  clinic = await openClinic();
  id = await createPatient(clinic, '--name', 'Ana Sample', '--type', 'face', '--photos', photos);
}, 180_000);
afterAll(() => clinic.close());

const download = (...args: string[]) => clinic.recon(['download', ...args]);
const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

test('saves the archive under its own name and prints the path', async () => {
  const { exitCode, stdout } = await download(id, '--type', 'face');
  expect(exitCode).toBe(0);
  const path = join(clinic.folder, stdout.trim());
  expect(readFileSync(path).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(readdirSync(clinic.folder).filter((name) => name.includes('.part'))).toEqual([]);
  const again = await download(id, '--type', 'face');
  expect(again.exitCode).toBe(2);
  expect(again.stderr).toContain('--force');
  expect((await download(id, '--type', 'face', '--force')).exitCode).toBe(0);
});

test('--extract leaves the model, the photos byte for byte, and sums that check', async () => {
  const folder = join(clinic.folder, 'model');
  const { exitCode, stdout } = await download(id, '--type', 'face', '--to', 'b.zip', '--extract', folder, '--json');
  expect(exitCode).toBe(0);
  expect(() => JSON.parse(stdout)).not.toThrow();
  expect(readdirSync(folder).sort()).toEqual(
    [
      'SHA256SUMS',
      'frames.jpg',
      'measures.json',
      'model.glb',
      'model.mtl',
      'model.obj',
      'patient.json',
      'photos',
      'report.json',
      'texture.jpg',
    ].sort(),
  );
  for (const name of readdirSync(join(folder, 'photos'))) {
    expect(sha256(join(folder, 'photos', name))).toBe(sha256(join(photos, name)));
  }
  expect(readdirSync(join(folder, 'photos'))).toHaveLength(readdirSync(photos).length);
  const check = await execa('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: folder });
  expect(check.exitCode).toBe(0);
});

test('who unpacks beside a zip that is there is told that no second one is needed', async () => {
  const { exitCode, stderr } = await download(id, '--type', 'face', '--to', 'b.zip', '--extract', 'beside');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--extract alone, without --to, keeps no second zip\n  Try: --force to replace it');
  const { stderr: alone } = await download(id, '--type', 'face', '--to', 'b.zip');
  expect(alone).toContain('exists already');
  expect(alone).not.toContain('--extract');
});

test('a folder that is there is refused before anything is fetched for it', async () => {
  const { exitCode, stderr } = await download(id, '--type', 'face', '--to', 'c.zip', '--extract', clinic.folder);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('exists already');
  expect(readdirSync(clinic.folder).filter((name) => name.startsWith('c.zip'))).toEqual([]);
});

test('--to - streams the archive to stdout', async () => {
  const run = clinic.start(['download', id, '--type', 'face', '--to', '-'], { encoding: 'buffer' });
  const { exitCode, stdout } = await run;
  expect(exitCode).toBe(0);
  const bytes = Buffer.from(stdout as unknown as Uint8Array);
  expect(bytes.subarray(0, 2).toString('latin1')).toBe('PK');
  expect(bytes.includes(Buffer.from('SHA256SUMS'))).toBe(true);
});

test('a type that is not there ends with 3, and leaves no file', async () => {
  const { exitCode } = await download(id, '--type', 'body', '--to', 'none.zip');
  expect(exitCode).toBe(3);
  expect(readdirSync(clinic.folder).filter((name) => name.startsWith('none'))).toEqual([]);
});

test('the type must be said', async () => {
  const { exitCode, stderr } = await download(id);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--type');
});

test('--to makes a folder that ends like one, and refuses what may be a file or a folder', async () => {
  const made = await download(id, '--type', 'face', '--to', 'for-surgeon/models/');
  expect(made).toMatchObject({ exitCode: 0, stdout: `for-surgeon/models/patient-${id}-face.zip\n` });
  const unclear = await download(id, '--type', 'face', '--to', 'surgeon');
  expect(unclear).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unclear.stderr).toContain('--to "surgeon": there is no such folder, and the name of a file needs an ending');
  expect(unclear.stderr).toContain('Try: --to surgeon/ for a new folder, or --to surgeon.zip for a file');
  const lost = await download(id, '--type', 'face', '--to', 'nowhere/ana.zip');
  expect(lost).toMatchObject({ exitCode: 2, stdout: '' });
  expect(lost.stderr).toContain('there is no folder "nowhere"');
  expect(lost.stderr).toContain('make that folder first, or --to nowhere/');
  expect(readdirSync(clinic.folder)).not.toContain('surgeon');
});

test('an archive is never saved under the name of a picture or of a single model', async () => {
  const picture = await download(id, '--type', 'face', '--to', 'ana.PNG');
  expect(picture).toMatchObject({ exitCode: 2, stdout: '' });
  expect(picture.stderr.replaceAll(/\s+/g, ' ')).toContain(
    `--to "ana.PNG": what is saved is an archive (.zip), with the model and the photos of the patient`,
  );
  expect(picture.stderr).toContain(`Try: recon view ${id}`);
  const model = await download(id, '--type', 'face', '--to', 'ana.stl');
  expect(model).toMatchObject({ exitCode: 2, stdout: '' });
  expect(model.stderr).toContain(`Try: recon download ${id} --only stl --to ana.stl`);
  expect(readdirSync(clinic.folder).filter((name) => /png|stl/i.test(name))).toEqual([]);
});
