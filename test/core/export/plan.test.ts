import { describe, expect, test } from 'vitest';
import type { Received } from '../../../src/contract/answers.ts';
import type { Patient } from '../../../src/contract/patient.ts';
import { archivePath, hasAddress, wantedArchives } from '../../../src/core/export/plan.ts';

const face = {
  type: 'FaceReconstruction',
  accepted: true,
  status: 'has_3d',
  updated_at: '2026-11-21T10:00:00.000+00:00',
  frames: 'https://cdn-1.example/files/7/frames.jpg?expires=1&signature=abc',
  mesaures: { eye_distance: 6.3 },
  left: 'https://cdn-1.example/files/7/left.jpg?expires=1&signature=def',
  front: null,
  right: null,
  simulations: [{ id: 3, updated_at: '2026-11-20T10:00:00.000+00:00' }],
};
const patient = (...reconstructions: unknown[]) => ({ id: 7, reconstructions }) as Received<Patient>;
const wanted = (...reconstructions: unknown[]) => wantedArchives(patient(...reconstructions), undefined);
const sourceOf = (reconstruction: unknown) => wanted(reconstruction)[0]!.source;

test('one archive for each type', () => {
  const body = { ...face, type: 'BodyReconstruction', status: 'processing' };
  expect(wanted(face, body)).toMatchObject([
    { patientId: '7', type: 'face', status: 'has_3d', progress: 'ready' },
    { patientId: '7', type: 'body', status: 'processing', progress: 'going' },
  ]);
  expect(wantedArchives(patient(face, body), ['body'])).toMatchObject([{ type: 'body' }]);
});

test.each([
  ['there as soon as one of them is', ['failed', 'processing', 'has_3d'], { status: 'has_3d', progress: 'ready' }],
  ['to come as long as one of them is', ['failed', 'processing'], { status: 'processing', progress: 'going' }],
  ['failed where all of them are', ['failed', 'error'], { status: 'failed', progress: 'failed' }],
])('several of one type are one archive, %s', (_, statuses, told) => {
  expect(wanted(...statuses.map((status) => ({ ...face, status })))).toMatchObject([{ type: 'face', ...told }]);
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['an object', {}],
  ['text', 'none'],
])('a patient whose reconstructions are %s has no archive', (_, reconstructions) => {
  expect(wantedArchives({ id: 7, reconstructions } as Received<Patient>, undefined)).toEqual([]);
});

test('a type that the interface does not know has no address, nor has a patient without an id', () => {
  const [foot] = wanted({ ...face, type: '../../etc' });
  expect({ type: foot!.type, known: hasAddress(foot!) }).toEqual({ type: '../../etc', known: false });
  const [nobody] = wantedArchives({ reconstructions: [face] }, undefined);
  expect(hasAddress(nobody!)).toBe(false);
  expect(hasAddress(wanted(face)[0]!)).toBe(true);
  expect(archivePath(wanted(face)[0]!)).toBe('archives/7/patient-7-face.zip');
});

describe('a model is', () => {
  const other = (over: object) => sourceOf({ ...face, ...over }) !== sourceOf(face);

  test.each([
    ['its links are signed anew', { left: face.left.replace('expires=1', 'expires=2') }],
    ['its pictures come from another host', { left: face.left.replace('cdn-1', 'cdn-2') }],
    ['the service adds what changes by the hour', { views_today: 3 }],
  ])('the same where %s', (_, over) => expect(other(over)).toBe(false));

  test.each([
    ['its time is another', { updated_at: '2026-11-21T10:00:01.000+00:00' }],
    ['its status is another', { status: 'ready' }],
    ['a picture is another', { left: face.left.replace('left.jpg', 'left-2.jpg') }],
    ['a picture is gone', { left: null }],
    ['a simulation was added', { simulations: [...face.simulations, { id: 4, updated_at: null }] }],
    ['a simulation was changed', { simulations: [{ id: 3, updated_at: '2026-11-21T10:00:00.000+00:00' }] }],
  ])('another where %s', (_, over) => expect(other(over)).toBe(true));
});
