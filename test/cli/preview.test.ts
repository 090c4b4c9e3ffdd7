import { expect, test } from 'vitest';
import { rowsFor, showPreview } from '../../src/cli/preview.ts';
import { type ErrorCode, ReconError } from '../../src/errors.ts';

const REPLY = {
  body: { patient: { id: 7, reconstructions: [{ type: 'face', status: 'ready', front: 'https://a.example/f' }] } },
};

/** A terminal at which the picture of a patient cannot be had. */
function terminal(code: ErrorCode) {
  const warned: unknown[] = [];
  const context = {
    streams: { stdoutIsTty: () => true, stdinIsTty: () => false, warn: (line: unknown) => warned.push(line) },
    environment: { TERM: 'xterm-kitty' },
    mayRedraw: () => true,
    liveLine: async () => ({ tick: () => {}, stop: () => {} }),
    withoutToken: async () => ({}),
    client: async () => ({ fetchPicture: () => Promise.reject(new ReconError(code, 'the picture cannot be read')) }),
  };
  return { warned, show: () => showPreview(REPLY as never, undefined, context as never) };
}

test.each<ErrorCode>(['protocol', 'network', 'not_found'])(
  'a preview that fails with %s is told, and is no failure of the command',
  async (code) => {
    const { show, warned } = terminal(code);
    await show();
    expect(warned).toEqual(['--preview: the picture cannot be read']);
  },
);

test.each<ErrorCode>(['interrupted', 'not_logged_in'])('a preview that ends with %s ends the command', async (code) => {
  const { show, warned } = terminal(code);
  await expect(show()).rejects.toMatchObject({ code });
  expect(warned).toEqual([]);
});

test.each([
  [36, 0, 24, 'the largest'],
  [36, 18, 18, 'so small that the card stays'],
  [36, 24, 12, 'the smallest beside a card'],
  [36, 25, 24, 'a card that is too long scrolls away'],
  [20, 18, 20, 'all that a small terminal has'],
  [2, 0, 4, 'of a terminal of a few lines'],
])('in %i lines below a card of %i a picture has %i: %s', (room, above, rows) => {
  expect(rowsFor(room, above)).toBe(rows);
});
