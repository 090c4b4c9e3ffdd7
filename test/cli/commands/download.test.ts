import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { glbOf } from '../../support/glb-maker.ts';
import { openServer } from '../../support/open-server.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService, workerNamed } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { typeMain } from '../../support/typed-terminal.ts';
import { makeZip } from '../../support/zip-maker.ts';

let service: TestService;
let home: ReconHome;
beforeAll(async () => {
  [service, home] = await Promise.all([openService(), makeHome()]);
});
afterAll(() => Promise.all([service.close(), home.remove()]));

/** A patient with a model, and a folder to save it to. */
async function somebodyWithModel() {
  const { patient } = await service.patient('POST', '/patients', { form: await faceForm() });
  const folder = tempFolder();
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  return {
    patient,
    folder,
    at: (name: string) => join(folder, name),
    download: (...args: string[]) => runMain(['download', String(patient.id), '--type', 'face', ...args], environment),
  };
}

test('a download tells that the photos of the patient are in it', async () => {
  const { at, download } = await somebodyWithModel();
  const zip = at('a.zip');
  const saved = await download('--to', zip);
  expect(saved).toMatchObject({ exitCode: 0, stdout: `${zip}\n` });
  expect(saved.stderr).toMatch(/saved [\d.]+ kB with 3 photos of the patient, every file in it checked: /);
  const unpacked = await download('--extract', at('a'));
  expect(unpacked.stderr).toMatch(/unpacked \d+ files with 3 photos of the patient into /);
});

test('nobody was told what lies in the folder of --extract, nor how an STL file is had', async () => {
  const { patient, folder, at } = await somebodyWithModel();
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const args = ['download', String(patient.id), '--type', 'face', '--extract', at('a')];
  const { stderr } = await typeMain(args, environment, []);
  const [, names] = /into \S+: ((?:.|\n)*?)\nnext: /.exec(stderr) ?? [];
  const there = readdirSync(at('a')).map((name) =>
    statSync(join(folder, 'a', name)).isDirectory() ? `${name}/` : name,
  );
  expect(names?.split(/,\s+/).toSorted()).toEqual(there.toSorted());
  expect(stderr).toContain(`or: recon download ${patient.id} --type face --only stl (for a 3D printer)`);
});

test('the model alone is taken out of the archive, without photos and record', async () => {
  const { patient, folder, at, download } = await somebodyWithModel();
  await download('--extract', at('all'));
  const model = readFileSync(at('all/model.glb'));
  const only = (...args: string[]) => download('--only', 'model', ...args);
  expect(await only('--to', at('ana.glb'))).toMatchObject({ exitCode: 0, stdout: `${at('ana.glb')}\n` });
  expect(readFileSync(at('ana.glb'))).toEqual(model);
  expect(statSync(at('ana.glb')).mode & 0o777).toBe(0o600);
  // Nothing is overwritten unasked.
  writeFileSync(at('ana.glb'), 'mine');
  expect(await only('--to', at('ana.glb'))).toMatchObject({ exitCode: 2, stdout: '' });
  expect(readFileSync(at('ana.glb'), 'utf8')).toBe('mine');
  expect((await only('--to', at('ana.glb'), '--force')).exitCode).toBe(0);
  expect((await only('--to', `${at('new')}/`)).stdout).toBe(`${at(`new/patient-${patient.id}-face.glb`)}\n`);
  const refused = [
    ['--to', at('ana.zip')],
    ['--to', at('ana.png')],
    ['--extract', at('other')],
  ];
  for (const args of refused) expect(await only(...args), args.join(' ')).toMatchObject({ exitCode: 2, stdout: '' });
  expect(readdirSync(folder).sort()).toEqual(['all', 'ana.glb', 'new']);
  const archive = await download('--to', at('b.glb'));
  expect(archive.stderr).toContain(`recon download ${patient.id} --only model --to ${at('b.glb')}`);
});

test('the OBJ alone is taken out of the archive; a model that is none is no STL', async () => {
  const { patient, folder, at, download } = await somebodyWithModel();
  await download('--extract', at('all'));
  expect(await download('--only', 'obj', '--to', at('ana.obj'))).toMatchObject({ exitCode: 0 });
  expect(readFileSync(at('ana.obj'))).toEqual(readFileSync(at('all/model.obj')));
  // The stand-in of the engine makes no real GLB.
  const damaged = await download('--only', 'stl', '--to', at('ana.stl'));
  expect(damaged).toMatchObject({ exitCode: 11, stderr: expect.stringContaining('cannot be made an STL file') });
  expect(readdirSync(folder).sort()).toEqual(['all', 'ana.obj']);
  const archive = await download('--to', at('b.stl'));
  expect(archive.stderr).toContain(`recon download ${patient.id} --only stl --to ${at('b.stl')}`);
  const other = await download('--only', 'stl', '--to', at('b.glb'));
  expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--only model --to') });
});

test('how large a model is that 3D printers take is told, also to programs', async () => {
  const [json, binary] = [
    {
      asset: { version: '2.0' },
      ...{ scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }] },
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0.8, 0], max: [0.448, 1, 0.31] },
      ],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36 }],
    },
    new Uint8Array(Float32Array.of(0, 0.8, 0, 0.448, 0.8, 0.31, 0, 1, 0).buffer),
  ];
  const archive = makeZip([{ name: 'model.glb', content: Buffer.from(glbOf(json, binary)) }]);
  const { url } = await openServer((_, response) => response.end(archive));
  const environment = { ...home.environment, RECON_BASE_URL: url, RECON_TOKEN: service.token };
  const file = join(tempFolder(), 'ana.stl');
  const line = ['download', '7', '--type', 'face', '--only', 'stl', '--to', file, '--json'];
  const { stdout, stderr } = await runMain(line, environment);
  expect(stderr).toContain('it is 448 x 310 x 200 mm in life size, Z up, and stands on z = 0\n');
  expect(JSON.parse(stdout)).toMatchObject({ path: file, size_bytes: 134, size_mm: [448, 310, 200] });
});

test('a refused download tells that there is no such model, or what makes a failed one anew', async () => {
  const refusing = await openService({ workerUrl: workerNamed('refuse') });
  try {
    const { patient } = await refusing.patient('POST', '/patients', { form: await faceForm() });
    const id = String(patient.id);
    const environment = { ...home.environment, RECON_BASE_URL: refusing.url, RECON_TOKEN: refusing.token };
    const recon = (...args: string[]) => runMain(args, environment);
    expect(await recon('wait', id)).toMatchObject({ exitCode: 9 });
    const failed = await recon('download', id, '--type', 'face');
    expect(failed.stderr).toContain('front.jpg shows no person');
    expect(failed.stderr).toContain(`Try: recon update ${id} --type face --front FILE (with a new photo)\n`);
    const without = await recon('download', id, '--type', 'mammo');
    expect(without).toMatchObject({ exitCode: 3 });
    expect(without.stderr).toContain(`recon: patient ${id} has no breast model\n  Try: recon show ${id}\n`);
    const nobody = await recon('download', '99', '--type', 'face');
    expect(nobody.stderr).toContain('there is no patient 99 in this account, or it has no face model');
  } finally {
    await refusing.close();
  }
});

test.each([
  ['download', 'no 3D model'],
  ['download', 'no face model', '--type', 'face'],
  ['view', 'no 3D model that is ready'],
])(
  'recon %s of a patient without photos led to the record, and not to what makes a model',
  async (word, what, ...flags) => {
    const { patient } = await service.patient('POST', '/patients', { form: { 'patient[name]': 'Nobody Seen' } });
    const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
    const { exitCode, stderr } = await typeMain([word, String(patient.id), ...flags], environment, []);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`patient ${patient.id} has ${what}`);
    expect(stderr).toContain(`to add photos here: recon update ${patient.id}`);
    expect(stderr).toContain(`Try: recon invite ${patient.id} (for a link by which photos can be sent)`);
  },
);
