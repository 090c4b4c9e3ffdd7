import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { photoViewer } from '../../../src/cli/look/show-photo.ts';
import { SAMPLES } from '../../support/recon-home.ts';
import { tempFolder } from '../../support/temp-folder.ts';

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
  const show = async (ask: (question: string) => Promise<string>, ...paths: string[]) => {
    const question = (shown = 'this') => `What is ${shown}?`;
    const asked = { paths: paths.length === 0 ? [PHOTO] : paths, question, answers: ANSWERS };
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

/** A photo under another name. */
function named(name: string): string {
  const path = join(tempFolder(), name);
  copyFileSync(PHOTO, path);
  return path;
}

const lastLine = (drawn = '') => stripVTControlCharacters(drawn).trimEnd().split('\n').at(-1);

test('below each photo stands its whole name, also where the question has no room for it', async () => {
  const [one, other] = [named('IMG_4717.jpg'), named('IMG_4718.jpg')];
  const wide = terminal('xterm-256color', { columns: 100 });
  const questions: string[] = [];
  const ask = async (question: string) => {
    questions.push(question);
    return 'front';
  };
  await wide.show(ask, one, other);
  expect(lastLine(wide.drawn[0])).toMatch(/^IMG_4717\.jpg {2,}IMG_4718\.jpg$/);
  const narrow = terminal('xterm-256color', { columns: 44 });
  await narrow.show(ask, one, other);
  expect(lastLine(narrow.drawn[0])).toMatch(/^IMG_4717\.jpg, IMG_4718\.jpg$|^IMG_4717\.jpg +IMG_4718\.jpg$/);
  const flat = terminal('xterm-256color', { columns: 44, rows: 6 });
  await flat.show(ask, one, other);
  expect(flat.drawn).toEqual([]);
  const both = 'What is IMG_4717.jpg, IMG_4718.jpg?';
  expect(questions).toEqual([both, 'What is this?', both]);
});

test.each([40, 60, 80])(
  'a long name stands below the photo alone, so that in %d columns the answered question is one line',
  async (columns) => {
    const { drawn, show } = terminal('xterm-256color', { columns });
    let asked = '';
    const ask = async (question: string) => {
      asked = question;
      return 'front';
    };
    await show(ask, named(`photo of the left side ${'写真'.repeat(30)}.jpg`));
    const { default: stringWidth } = await import('string-width');
    for (const answer of ANSWERS) expect(stringWidth(`✔ ${asked} ${answer}`)).toBeLessThan(columns);
    expect(drawn).toHaveLength(2);
    expect(stringWidth(lastLine(drawn[0])!)).toBeLessThan(columns);
  },
);

test.each([
  [24, 12],
  [17, 9],
  [12, 4],
  [11, 0],
  [3, 0],
])('in %d lines the picture has %d: none of it scrolls out of reach', async (rows, most) => {
  const { drawn, show } = terminal('xterm-256color', { rows });
  expect(await show(async () => 'front')).toBe('front');
  if (most === 0) return expect(drawn).toEqual([]);
  const [picture = '', end = ''] = drawn;
  const [lines, caption] = [picture.split('\n').length - 2, 1];
  expect(lines).toBeLessThanOrEqual(most);
  expect(lines).toBeGreaterThan(3);
  expect(end).toBe(`\u001b[${lines + caption + 1}A\u001b[J`);
});

test('where no question fits beside the answers, nothing is drawn', async () => {
  const { drawn, show } = terminal('xterm-256color', { columns: 25 });
  expect(await show(async () => 'front')).toBe('front');
  expect(drawn).toEqual([]);
});
