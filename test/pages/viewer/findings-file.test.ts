import { expect, test } from 'vitest';
import {
  findingsFileName,
  findingsText,
  type KeptFinding,
  type KeptModel,
  readFindings,
} from '../../../src/pages/viewer/findings-file.ts';
import { PlainError } from '../../../src/pages/viewer/plain-error.ts';

const note: KeptFinding = { kind: 'note', points: [[0.1, 1.2, -0.03]], text: 'a scar, 2 cm' };
const distance: KeptFinding = {
  kind: 'distance',
  points: [
    [0.1, 1 / 3, 0],
    [0, 0, 0],
  ],
  text: '',
};
const simulated: KeptFinding = { ...note, simulation: 'Plan A, 60 % of it' };
const model = (more: Partial<KeptModel> = {}): KeptModel => ({
  ...{ sha256: 'ab12', label: 'Patient 7, breast', findings: [note, distance, simulated] },
  ...more,
});
const fileOf = (more: object) => JSON.stringify({ ...JSON.parse(findingsText([model()])), ...more });
const ofFindings = (...findings: unknown[]) => fileOf({ models: [{ ...model(), findings }] });

test('what was written is read again, to the last digit', () => {
  const all = [model(), model({ sha256: 'cd34', findings: [] })];
  expect(readFindings(findingsText(all))).toEqual(all);
});

test.each([
  ['nothing', ''],
  ['a cut-off file', findingsText([model()]).slice(0, 200)],
  ['a text', '"recon-findings"'],
  ['nothing at all', 'null'],
  ['a list', '[]'],
  ['another format', fileOf({ format: 'notes' })],
  ['no version', fileOf({ version: undefined })],
])('%s is no such file', (_what, text) => {
  expect(() => readFindings(text)).toThrow(new PlainError('is no file of notes and measures, or it is damaged'));
});

test.each([
  ['models that are no list', fileOf({ models: {} })],
  ['no models', fileOf({ models: undefined })],
  ['a model that is nothing', fileOf({ models: [null] })],
  ['a model without its identity', fileOf({ models: [{ ...model(), sha256: 7 }] })],
  ['a model without a name', fileOf({ models: [{ ...model(), label: undefined }] })],
  ['findings that are no list', fileOf({ models: [{ ...model(), findings: 'none' }] })],
  ['a finding that is nothing', ofFindings(null)],
  ['a kind that is none', ofFindings({ ...note, kind: 'constructor' })],
  ['a note without a text', ofFindings({ ...note, text: undefined })],
  ['a note of blanks', ofFindings({ ...note, text: '  ' })],
  ['a note that is too long', ofFindings({ ...note, text: 'x'.repeat(201) })],
  ['a note at two points', ofFindings({ ...note, points: distance.points })],
  ['a simulation that is no text', ofFindings({ ...note, simulation: {} })],
  ['a simulation of a name that is too long', ofFindings({ ...note, simulation: 'x'.repeat(501) })],
  ['a distance to nowhere', ofFindings({ ...distance, points: note.points })],
  ['a volume of two points', ofFindings({ ...distance, kind: 'volume' })],
  ['a point of two numbers', ofFindings({ ...note, points: [[0, 1]] })],
  ['a point of four numbers', ofFindings({ ...note, points: [[0, 1, 2, 3]] })],
  ['a point of texts', ofFindings({ ...note, points: [['0', '1', '2']] })],
  ['a point beyond all numbers', ofFindings({ ...note, points: [[0, 1e300, 0]] })],
  ['one fault among what is sound', ofFindings(note, distance, { ...note, text: 7 })],
])('a file with %s is damaged', (_what, text) => {
  expect(() => readFindings(text)).toThrow(new PlainError('is damaged'));
});

test('a file of a later version is told', () => {
  expect(() => readFindings(fileOf({ version: 2 }))).toThrow(new PlainError('is of a newer version of this program'));
});

test('what is kept beside a measure is not shown, and the name of a model is short', () => {
  const more = { text: 'words', lines: ['0 mm'], simulation: 'Plan A' };
  expect(readFindings(ofFindings({ ...distance, ...more }))[0]!.findings).toEqual([distance]);
  expect(readFindings(fileOf({ models: [model({ label: 'x'.repeat(999) })] }))[0]!.label).toHaveLength(200);
});

test.each([
  [['Patient 7, breast'], 'patient-7-breast-notes.json'],
  [['before', 'after'], 'before-after-notes.json'],
  [['../../Ana Müller\u202e.zip'], 'ana-müller-zip-notes.json'],
  [['<img src=x onerror=alert(1)>'], 'img-src-x-onerror-alert-1-notes.json'],
  [['∕'], 'notes.json'],
])('the file of %j is %s', (labels, name) => {
  expect(findingsFileName(labels)).toBe(name);
});
