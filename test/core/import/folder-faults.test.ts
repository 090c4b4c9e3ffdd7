import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NO_RECORD, patientFolders, readPatientFolder } from '../../../src/core/import/folder-input.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function problemsOf(name: string, files: readonly string[], type?: 'face') {
  const folder = tempFolder();
  mkdirSync(join(folder, name));
  for (const file of files) writeFileSync(join(folder, name, file), '');
  return (await readPatientFolder(folder, name, 1, type)).problems;
}

const LACKS = 'right (right.jpg) is missing, which every reconstruction needs';

test('a folder without a record that lacks a photo is told both, with the name of the file', async () => {
  expect(await problemsOf('Dora', ['left.jpg', 'front.jpg'])).toEqual([NO_RECORD, LACKS]);
});

test('so is one whose name is not read', async () => {
  expect(await problemsOf('0041', ['left.jpg', 'front.jpg'], 'face')).toEqual([
    expect.stringContaining('its name'),
    LACKS,
  ]);
});

test('of one without any photo, or with two for a view, no photo is told as missing', async () => {
  expect(await problemsOf('Dora', [])).toEqual([NO_RECORD]);
  expect(await problemsOf('Dora', ['left.jpg', 'front.jpg', 'right.jpg', 'RIGHT.jpeg'])).toEqual([
    expect.stringContaining('right has more than one photo'),
    NO_RECORD,
  ]);
});

test('a folder whose record names its photos was told that none of its pictures is named after its view', async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'Ana/photos'), { recursive: true });
  for (const file of ['photos/left.jpg', 'preview.png']) writeFileSync(join(folder, 'Ana', file), '');
  const warningsWith = async (record: object) => {
    writeFileSync(join(folder, 'Ana/patient.json'), JSON.stringify(record));
    return (await readPatientFolder(folder, 'Ana', 1)).warnings;
  };
  expect(await warningsWith({ name: 'Ana', type: 'face', left: 'photos/left.jpg' })).toBeUndefined();
  expect(await warningsWith({ name: 'Ana', type: 'face', photos: 'photos' })).toBeUndefined();
  expect(await warningsWith({ name: 'Ana', type: 'face', left: '' })).toEqual([
    expect.stringContaining('none of its pictures is named after its view'),
  ]);
});

test('an export is no folder of patients: its archives were taken for one patient', async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'archives'));
  expect(await patientFolders(folder)).toEqual(['archives']);
  for (const name of ['manifest.json', 'patients.ndjson']) writeFileSync(join(folder, name), '');
  await expect(patientFolders(folder)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('is an export of recon'),
    hint: expect.objectContaining({ command: ['patients', 'create', '--data', 'UNPACKED/patient.json'] }),
  });
});
