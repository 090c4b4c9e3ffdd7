import { expect, test } from 'vitest';
import { fewerPhotosNote } from '../../../src/cli/commands/invite/photos-asked.ts';

const SIX = ['left', 'front', 'right', 'left_45', 'right_45', 'below'] as const;

test('a link that asks for fewer photos than the present model has is told as that', () => {
  const reply = { modelPhotos: { face: [...SIX] }, modelProviders: { face: '4' } };
  expect(fewerPhotosNote(reply, 'face')).toBe(
    'the link asks for the photos left profile, front and right profile; a model of these alone, without the photos 45° left, 45° right and from below, is less precise',
  );
  expect(fewerPhotosNote({ ...reply, modelProviders: { face: '5' } }, 'face')).toBeUndefined();
  expect(fewerPhotosNote({ ...reply, modelPhotos: { face: SIX.slice(0, 3) } }, 'face')).toBeUndefined();
  expect(fewerPhotosNote({}, 'face')).toBeUndefined();
});
