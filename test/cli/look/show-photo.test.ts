import { join } from 'node:path';
import { expect, test } from 'vitest';
import { photoViewer } from '../../../src/cli/look/show-photo.ts';
import { SAMPLES } from '../../support/recon-home.ts';

const PHOTO = join(SAMPLES, 'ana', 'face', 'front.jpg');

function terminal(TERM: string) {
  const drawn: string[] = [];
  const context = {
    streams: { stderrIsTty: () => true, stdinIsTty: () => false, draw: (text: string) => drawn.push(text) },
    environment: { TERM },
    mayRedraw: () => true,
    colored: async () => true,
  };
  return { drawn, show: async (ask: () => Promise<string>) => (await photoViewer(context as never))(PHOTO, ask) };
}

test.each(['xterm-kitty', 'xterm-ghostty'])(
  '%s: the photo is erased when the question is answered or left',
  async (term) => {
    const { drawn, show } = terminal(term);
    expect(await show(async () => 'front')).toBe('front');
    await expect(show(() => Promise.reject(new Error('left')))).rejects.toThrow('left');
    const [picture = '', end, , left] = drawn;
    const [, id] = /\u001b_Ga=T,[^;]*,i=(\d+),/.exec(picture)!;
    expect(end).toContain(`\u001b_Ga=d,d=I,i=${id},q=2\u001b\\`);
    expect(left).toMatch(/^\u001b_Ga=d,d=I,i=\d+,q=2\u001b\\/);
  },
);

test('where the photo is letters, clearing their lines is enough', async () => {
  const { drawn, show } = terminal('xterm-256color');
  await show(async () => 'front');
  expect(drawn[1]).toMatch(/^\u001b\[\d+A\u001b\[J$/);
});
