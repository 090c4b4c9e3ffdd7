import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportFacts } from '../../../src/core/viewer/report-facts.ts';
import { type ViewedArchive, withViewedArchive } from '../../../src/core/viewer/viewed-archive.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { makeZip, type ZipEntry } from '../../support/zip-maker.ts';

const GLB: ZipEntry = { name: 'model.glb', content: 'glTF of a person' };

function archive(entries: readonly ZipEntry[] | Buffer): string {
  const path = join(tempFolder(), 'archive.zip');
  writeFileSync(path, Buffer.isBuffer(entries) ? entries : makeZip(entries));
  return path;
}

const view = <T>(entries: readonly ZipEntry[] | Buffer, use: (viewed: ViewedArchive) => Promise<T>) =>
  withViewedArchive(archive(entries), { label: 'ana', prefix: 'one' }, use);
const textOf = async (viewed: ViewedArchive, address: string) =>
  Buffer.from(await viewed.files.get(address)!.bytes()).toString();

const CAMERA = {
  ...{ widthPx: 1200, heightPx: 1600, focalPx: 3000, principalPx: [600, 800] },
  ...{ rotation: [1, 0, 0, 0, -1, 0, 0, 0, -1], translation: [0, 1.2, 3] },
};
const report = (more: object) => ({ name: 'report.json', content: JSON.stringify(more) });

test('a model has the labels that it is given, and no others', async () => {
  const about = { label: 'Patient 7', shortLabel: 'Before', note: 'an earlier one', path: '/home/ana' };
  await withViewedArchive(archive([GLB]), { ...about, prefix: 'one' }, async ({ model }) => {
    expect(model).toEqual({
      ...{ label: 'Patient 7', shortLabel: 'Before', note: 'an earlier one' },
      ...{ glb: 'one.glb', photos: [], warnings: [] },
    });
  });
});

test('model and photos have addresses, by view and not by their names', async () => {
  const entries = [
    ...[GLB, { name: 'photos/front.jpg', content: 'front' }, { name: 'photos/LEFT-45.PNG', content: 'left' }],
    ...[
      { name: 'texture.jpg', content: 'skin' },
      { name: 'patient.json', content: '{"name":"Ana","type":"mammo","provider":"6"}' },
    ],
    report({
      views: [
        { view: 'front', camera: CAMERA },
        { view: 'left', camera: CAMERA },
        { view: 'right' },
        { view: 'tattoo' },
      ],
      expected_error: { torso_front: { mm: 4.2, likely: 2.1 }, breast_left: { mm: 'much' }, '<b>': { mm: 3 } },
      warnings: ['doubtful'],
      volumes: { breastLeft: 300, breastRight: 310 },
    }),
  ];
  await view(entries, async (viewed) => {
    expect(viewed.type).toBe('mammo');
    expect(viewed.model).toEqual({
      label: 'ana',
      glb: 'one.glb',
      photos: [
        { view: 'front', picture: 'one-front', mark: expect.stringMatching(/-5$/), camera: CAMERA },
        { view: 'left_45', picture: 'one-left_45', mark: expect.stringMatching(/-4$/) },
      ],
      warnings: ['doubtful'],
      breastVolumes: { left: 300, right: 310 },
      ...{ provider: 'Upper body', usedPhotos: 2, expected: { torso_front: 4.2 } },
    });
    expect([...viewed.files.keys()].sort()).toEqual(['one-front', 'one-left_45', 'one.glb']);
    expect(viewed.files.get('one-left_45')!.mime).toBe('image/png');
    expect(await textOf(viewed, 'one.glb')).toBe('glTF of a person');
    expect(await textOf(viewed, 'one-front')).toBe('front');
  });
});

test('the same photo in two archives has one mark, and another of its size another', async () => {
  const marks: (string | undefined)[] = [];
  for (const content of ['a front', 'a front', 'another'])
    await view([GLB, { name: 'photos/front.jpg', content }], async ({ model }) => {
      marks.push(model.photos[0]?.mark);
    });
  expect(marks[0]).toBe(marks[1]);
  expect(marks[0]).not.toBe(marks[2]);
});

test('the only GLB is taken whatever its name; none, and several, are told with what there is', async () => {
  const named = { name: 'export/Body.GLB', content: 'body' };
  await view([named], async (viewed) => expect(await textOf(viewed, 'one.glb')).toBe('body'));
  const refusal = (message: string) => ({ code: 'unsafe_archive', message: expect.stringContaining(message) });
  await expect(view([{ name: 'a.obj', content: 'v' }], async () => {})).rejects.toMatchObject(refusal('no 3D model'));
  await expect(view([named, { ...named, name: 'b.glb' }], async () => {})).rejects.toMatchObject(refusal('several'));
});

test.each([
  ['a record with the type of nothing', '{"type":"constructor"}'],
  ['a record with a number as its type', '{"type":4}'],
  ['a record that is a text', '"mammo"'],
  ['a record that is no JSON', '{"type":"mammo"'],
  ['an empty record', 'null'],
])('%s tells no type', async (_what, content) => {
  await view([GLB, { name: 'patient.json', content }], async (viewed) => expect(viewed.type).toBeUndefined());
});

test('a file that is not what SHA256SUMS says is not given', async () => {
  const sum = createHash('sha256').update('another').digest('hex');
  const sums = { name: 'SHA256SUMS', content: `${sum}  model.glb\n` };
  await view([GLB, sums], async (viewed) => {
    await expect(viewed.files.get('one.glb')!.bytes()).rejects.toMatchObject({ code: 'unsafe_archive' });
  });
});

test('a hostile archive is refused before anything of it is given, a damaged model when it is asked for', async () => {
  const link = { name: 'photos/front.jpg', content: '/etc/passwd', mode: 0o120777 };
  const given = view([GLB, link], async () => 'given');
  await expect(given).rejects.toMatchObject({ code: 'unsafe_archive', message: expect.stringContaining('symbolic') });
  await view([{ ...GLB, crc: 7 }], async (viewed) => {
    await expect(viewed.files.get('one.glb')!.bytes()).rejects.toMatchObject({ code: 'unsafe_archive' });
  });
});

test.each([
  ['no object', null],
  ['a text', 'report'],
  ['lists where objects belong', { views: {}, warnings: 'all well', volumes: [] }],
  ['a view that is none', { views: [{ view: 'constructor', camera: CAMERA }] }],
  ['a camera with too few numbers', { views: [{ view: 'front', camera: { ...CAMERA, rotation: [1, 0, 0] } }] }],
  ['a camera of no size', { views: [{ view: 'front', camera: { ...CAMERA, widthPx: 0 } }] }],
  ['a camera with texts', { views: [{ view: 'front', camera: { ...CAMERA, translation: ['0', '1', '2'] } }] }],
  ['one breast', { volumes: { breastLeft: 300 } }],
  ['negative breasts', { volumes: { breastLeft: -1, breastRight: 300 } }],
  ['warnings that are no texts', { warnings: [1, null, {}] }],
])('a report with %s tells nothing', (_what, value) => {
  expect(reportFacts(value)).toEqual({ cameras: new Map(), warnings: [] });
});

test('a report is read within limits', () => {
  const { warnings } = reportFacts({ warnings: Array.from({ length: 99 }, () => 'x'.repeat(9999)) });
  expect(warnings).toHaveLength(20);
  expect(warnings[0]).toHaveLength(500);
});
