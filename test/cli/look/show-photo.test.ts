import { join } from 'node:path';
import { expect, test } from 'vitest';
import { photoViewer } from '../../../src/cli/look/show-photo.ts';
import { SAMPLES } from '../../support/recon-home.ts';

const PHOTO = join(SAMPLES, 'ana', 'face', 'front.jpg');
const ANSWERS = ['left photo', 'right photo', 'none of these'];

function terminal(TERM: string, { columns = 80, rows = 24 } = {}) {
  const drawn: string[] = [];
  const context = {
    streams: {
      ...{ stderrIsTty: () => true, stdinIsTty: () => false, draw: (text: string) => drawn.push(text) },
      ...{ columns: () => columns, rows: () => rows },
    },
    environment: { TERM },
    mayRedraw: () => true,
    colored: async () => true,
  };
  const show = async (ask: (question: string) => Promise<string>, name = 'IMG_4711.jpg') => {
    const asked = { paths: [PHOTO], name, question: (shown: string) => `What is ${shown}?`, answers: ANSWERS };
    return (await photoViewer(context as never))(asked, ask);
  };
  return { drawn, show };
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

test.each([40, 60, 80])(
  'a long name is cut, so that in %d columns the answered question is one line',
  async (columns) => {
    const { drawn, show } = terminal('xterm-256color', { columns });
    let asked = '';
    const ask = async (question: string) => {
      asked = question;
      return 'front';
    };
    await show(ask, `photo of the left side ${'写真'.repeat(60)}.jpg`);
    const { default: stringWidth } = await import('string-width');
    for (const answer of ANSWERS) expect(stringWidth(`✔ ${asked} ${answer}`)).toBeLessThan(columns);
    expect(drawn).toHaveLength(2);
  },
);

test.each([
  [24, 12],
  [17, 10],
  [11, 4],
  [10, 0],
  [3, 0],
])('in %d lines the picture has %d: none of it scrolls out of reach', async (rows, most) => {
  const { drawn, show } = terminal('xterm-256color', { rows });
  expect(await show(async () => 'front')).toBe('front');
  if (most === 0) return expect(drawn).toEqual([]);
  const [picture = '', end = ''] = drawn;
  const lines = picture.split('\n').length - 1;
  expect(lines).toBeLessThanOrEqual(most);
  expect(lines).toBeGreaterThan(3);
  expect(end).toBe(`\u001b[${lines + 1}A\u001b[J`);
});

test('where no name fits beside the answers, nothing is drawn', async () => {
  const { drawn, show } = terminal('xterm-256color', { columns: 25 });
  expect(await show(async () => 'front')).toBe('front');
  expect(drawn).toEqual([]);
});
