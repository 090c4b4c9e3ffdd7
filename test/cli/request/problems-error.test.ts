import { expect, test } from 'vitest';
import { flagOf } from '../../../src/cli/request/flags.ts';
import { problemsError } from '../../../src/cli/request/problems-error.ts';
import { checkRequest } from '../../../src/core/check-request.ts';
import { draftOf } from '../../../src/core/draft.ts';
import { lineText } from '../../../src/system/line-text.ts';

const SCRIPT = { typed: ['patients', 'create'], isForPerson: false };
const PERSON = { ...SCRIPT, isForPerson: true };

function errorOf(
  values: Record<string, string>,
  more: { photos?: string[]; options?: Record<string, boolean>; typed?: typeof SCRIPT } = {},
) {
  const draft = draftOf('create', new Map(Object.entries(values)), { ...more.options, nameOf: flagOf });
  const checked = checkRequest(draft, { problems: more.photos ?? [], warnings: [] }, { nameOf: flagOf });
  const { code, message, details, hint } = problemsError(draft, checked, more.typed ?? SCRIPT);
  return { code, message, details: details.map((line) => lineText(line)), hint: hint && lineText(hint) };
}

test('one missing photo', () => {
  expect(errorOf({ type: 'face', left: 'l.jpg', front: 'f.jpg' })).toEqual({
    code: 'rule_broken',
    message: '--right is missing for a face reconstruction',
    details: ['face needs: left, front, right'],
    hint: 'recon create --type face --left l.jpg --front f.jpg --right FILE',
  });
});

test('all missing parts are named at once, with the provider’s name', () => {
  const { message, details, hint } = errorOf({ type: 'body', provider: 'full-body' });
  expect(message).toBe(
    '--left, --front, --right, --back and --nipple-to-nipple are missing for a body reconstruction with provider 7 (full-body)',
  );
  expect(details).toEqual(['body with provider 7 (full-body) needs: left, front, right, back, nipple-to-nipple']);
  expect(hint).toContain('--nipple-to-nipple CM');
});

test('bad values, bad photos and missing parts come in one error', () => {
  const { message, details } = errorOf(
    { type: 'mammo', provider: '9', left: 'l.jpg', nipple_to_nipple: 'wide' },
    { photos: ['--left l.jpg is cut off before its end'] },
  );
  expect([message, ...details].join('\n')).toMatch(
    /--provider "9" is no provider of mammo; there are torso or 4: Torso, of 3 photos; upper-body or 6: Upper body, of 3 photos[\s\S]*--nipple-to-nipple is "wide"[\s\S]*--left l.jpg is cut off[\s\S]*--front and --right are missing/,
  );
});

test('a provider’s name says the type, and must not contradict it', () => {
  expect(draftOf('create', new Map([['provider', 'torso']]), {})).toMatchObject({
    type: 'mammo',
    provider: '4',
    problems: [],
  });
  expect(errorOf({ type: 'face', provider: 'torso' }).message).toBe(
    '--provider "torso" is no provider of face; there are face or 4: Face, of 3 photos; head or 6: Head, of 3 photos; head-hq or 5: Head High Quality (full head), of 6 photos',
  );
  // A name whose number the type has is told all the same.
  const body = draftOf('create', new Map(Object.entries({ type: 'body', provider: 'head' })), {});
  expect(checkRequest(body, { problems: [], warnings: [] }).problems).toEqual([
    'provider "head" is no provider of body; there are body or 4: Body, of 4 photos; full-body or 7: Full body, of 4 photos',
    expect.stringMatching(/^left, front, right and back are missing/),
  ]);
});

test('of a provider that no type has, the names and numbers of all are told', () => {
  expect(errorOf({ provider: 'headd', type: 'face' }).message).toBe(
    '--provider "headd" is no provider of face; there are face or 4: Face, of 3 photos; head or 6: Head, of 3 photos; head-hq or 5: Head High Quality (full head), of 6 photos',
  );
  expect(errorOf({ provider: 'headd' }).message).toBe(
    '--provider "headd" is no provider: mammo has torso (4), upper-body (6); face has face (4), head (6), head-hq (5); body has body (4), full-body (7)',
  );
});

test('--force lets a provider pass that is not for the type, and nothing else', () => {
  expect(errorOf({ type: 'mammo', provider: '7' }).message).toContain('"7" is no provider of mammo');
  const forced = errorOf({ type: 'mammo', provider: '7' }, { options: { force: true } });
  expect(forced.message).toMatch(/^--left, --front, --right and --nipple-to-nipple are missing/);
});

test('a hint never repeats a value that is wrong', () => {
  const values = { name: 'Ana', country: 'Narnia', type: 'nose', provider: '9', left: 'l', hipline: 'wide' };
  const { hint } = errorOf(values, { photos: ['--left l is cut off'], typed: PERSON });
  expect(hint).toBe(
    'recon create --name Ana --country COUNTRY --type TYPE --left FILE --hipline CM --front FILE --right FILE (where TYPE is one of mammo, face, body)',
  );
});

const BODY = { name: 'Ana Sample', postal_code: '1', type: 'body', provider: '4', back: 'b.jpg', hipline: '90' };

test('a hint keeps all that was typed; in a log of a script a place stands for the patient', () => {
  const rest = '--type body --provider body --back b.jpg --hipline 90 --left FILE --front FILE --right FILE';
  expect(errorOf(BODY, { typed: PERSON }).hint).toBe(`recon create --name 'Ana Sample' --postal-code 1 ${rest}`);
  expect(errorOf(BODY).hint).toBe(`recon create --name NAME --postal-code POSTAL_CODE ${rest}`);
});

test('a wrong type beside all photos leads to the whole line', () => {
  const photos = { left: 'l.jpg', front: 'f.jpg', right: 'r.jpg' };
  expect(errorOf({ name: 'Ana Sample', type: 'nose', ...photos }, { typed: PERSON }).hint).toBe(
    "recon create --name 'Ana Sample' --type TYPE --left l.jpg --front f.jpg --right r.jpg (where TYPE is one of mammo, face, body)",
  );
});

test('a folder with a space in its name is quoted in the hint, and what it holds is not asked again', () => {
  const draft = draftOf('create', new Map([['type', 'face']]), {});
  draft.photos = { left: 'my photos/left.jpg', front: 'my photos/front.jpg' };
  draft.photoFolder = { path: 'my photos', found: ['left', 'front'] };
  const checked = checkRequest(draft, { problems: [], warnings: [] }, { nameOf: flagOf });
  const { hint } = problemsError(draft, checked, SCRIPT);
  expect(lineText(hint!)).toBe("recon create --type face --photos 'my photos' --right FILE");
});

test('a folder without a photo named after its view is told so', () => {
  const draft = draftOf('create', new Map([['type', 'face']]), {});
  draft.photoFolder = { path: 'camera', found: [] };
  const checked = checkRequest(draft, { problems: [], warnings: [] }, { nameOf: flagOf });
  expect(problemsError(draft, checked, SCRIPT).details).toContain(
    'in camera no photo is named after its view, such as left.jpg or front.jpg',
  );
});
