import { expect, test } from 'vitest';
import { modelState } from '../../../src/cli/output/model-state.ts';

const face = (status: string, frames: string | null = 'https://x/frames') => ({
  ...{ type: 'FaceReconstruction', status, frames, accepted: false },
});

test.each([
  ['processing', true, 'earlier model kept'],
  ['failed', true, 'earlier model kept'],
  ['failed', false, 'earlier model kept'],
  ['has_3d', true, undefined],
  // Another service may show frames of a model that is not textured yet.
  ['processing', false, undefined],
  ['textured', false, undefined],
])('frames beside %s, at a service of ours: %s, are an earlier model: %s', (status, isOurs, earlier) => {
  expect(modelState(face(status), 0, { isOurs }).earlier).toBe(earlier);
  expect(modelState(face(status, null), 0, { isOurs }).earlier).toBeUndefined();
});

test('an earlier model that is accepted settles the matter, whatever became of newer photos', () => {
  const accepted = { ...face('failed'), accepted: true };
  expect(modelState(accepted, 0)).toMatchObject({
    kind: 'accepted',
    word: 'ready and accepted',
    earlier: 'earlier model',
  });
  expect(modelState({ ...accepted, frames: null }, 0)).toMatchObject({ kind: 'failed', word: 'failed' });
  expect(modelState({ ...accepted, status: 'processing' }, 0, { isOurs: true })).toMatchObject({ kind: 'going' });
});

test('the time that a model waited was told as time of its generation', () => {
  const asked = Date.parse('2026-11-30T10:00:00Z');
  const model = { ...face('processing', null), updated_at: '2026-11-30T10:00:00.000+00:00' };
  const now = asked + 3_600_000;
  expect(modelState(model, now)).toMatchObject({ word: 'generating for 1 h' });
  expect(modelState(model, now, { begunAt: now - 20_000 })).toMatchObject({
    word: 'generating for 20 s',
    goingMs: 20_000,
  });
  expect(modelState(model, now, { begunAt: null })).toMatchObject({ word: 'waiting to begin' });
});
