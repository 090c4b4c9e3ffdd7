import { expect, test } from 'vitest';
import { wholeLine } from '../../../src/cli/request/problems-error.ts';
import { nothingSent, withAnswers } from '../../../src/core/changes/unfinished-errors.ts';
import type { Draft } from '../../../src/core/draft.ts';
import { ReconError } from '../../../src/errors.ts';

const draft = {
  purpose: 'create',
  type: 'face',
  provider: '4',
  patient: { name: 'Vera Moura', phone: '+351 912 000 000' },
  photos: { left: 'cam/IMG_1.jpg', front: 'cam/IMG_2.jpg', right: 'cam/IMG_3.jpg' },
  measures: { eye_distance: '6.1' },
  photoFolder: { path: 'cam', found: [] },
  problems: [],
} as unknown as Draft;

test('the line with all answers names each photo that was placed by its own flag', () => {
  expect(wholeLine(draft, ['patients', 'create'])).toEqual([
    ...['patients', 'create', '--name', 'Vera Moura', '--phone', '+351 912 000 000'],
    ...['--left', 'cam/IMG_1.jpg', '--front', 'cam/IMG_2.jpg', '--right', 'cam/IMG_3.jpg'],
    ...['--eye-distance', '6.1', '--type', 'face', '--provider', 'face'],
  ]);
});

test('where nothing was sent, the line with the answers stands in the place of “type the same command again”', () => {
  const away = new ReconError('unavailable', 'the service does not answer', { details: ['refused'] });
  const told = withAnswers(nothingSent(away), ['patients', 'create', '--name', 'Vera']) as ReconError;
  expect(told.details).toEqual([
    'refused',
    expect.objectContaining({ command: ['patients', 'create', '--name', 'Vera'] }),
  ]);
  expect(withAnswers(away, ['patients', 'create'])).toBe(away);
});
