import { expect, test } from 'vitest';
import { createLiveLine } from '../../../src/cli/io/live-line.ts';
import { createStreams } from '../../../src/cli/io/streams.ts';
import { lineText } from '../../../src/system/line-text.ts';
import { asTerminal } from '../../support/stand-in-process.ts';
import { fakeProcess } from '../fake-process.ts';

test('what is drawn again and again is cut where the terminal ends: a broken line could not be taken away', () => {
  const { process, texts } = fakeProcess();
  asTerminal(process.stderr);
  Object.assign(process.stderr, { columns: 60 });
  const live = createLiveLine(createStreams(process), { quiet: false, redraw: true, color: false });
  live.state('waiting', [`${'waiting for the 3D model '.repeat(4)}end`, `  ${'山'.repeat(60)}`]);
  live.stop();
  const plain = texts.stderr.replaceAll(/\u001b\[[?\d;]*[a-zA-Z]/g, '');
  const lines = plain.split('\n').filter((line) => /waiting|山/.test(line));
  expect(lines.length).toBeGreaterThanOrEqual(2);
  expect(lines.filter((line) => !line.endsWith('…'))).toEqual([]);
  expect(plain).not.toContain('end');
  expect(Math.max(...lines.map((line) => line.replaceAll('山', '山山').length))).toBeLessThan(60);
});

test('that the service is silent is told in the place of a spinner, and goes with it', async () => {
  const { process, texts } = fakeProcess();
  asTerminal(process.stderr);
  const live = createLiveLine(createStreams(process), { quiet: false, redraw: true, color: false });
  live.state('sending');
  live.silence('waiting for the service, 15 s');
  await expect.poll(() => texts.stderr).toContain('waiting for the service, 15 s');
  expect(texts.stderr).not.toContain('15 s\n');
  live.silence(undefined);
  await expect.poll(() => texts.stderr.slice(texts.stderr.lastIndexOf('15 s'))).toContain('sending');
  live.stop();
});

test('a silence is told where no spinner spins, too, by one that stops with it; where nothing is drawn over, as a line', async () => {
  const { process, texts } = fakeProcess();
  asTerminal(process.stderr);
  Object.assign(process.stderr, { columns: 60 });
  const streams = createStreams(process);
  const doubt = {
    before: 'the service takes connections and does not answer; to see what is wrong',
    command: ['doctor'],
  };
  const live = createLiveLine(streams, { quiet: false, redraw: true, color: false });
  live.silence(doubt);
  await expect.poll(() => texts.stderr).toContain('recon doctor');
  live.silence(undefined);
  expect(texts.stderr.endsWith('\u001b[?25h')).toBe(true);
  const plain = createLiveLine(streams, { quiet: false, redraw: false, color: false });
  texts.stderr = '';
  plain.silence(doubt);
  plain.silence(undefined);
  expect(texts.stderr.replaceAll(/\s+/g, ' ')).toBe(`${lineText(doubt)} `);
});

test('a terminal without a size gets plain lines', () => {
  const { process, texts } = fakeProcess();
  asTerminal(process.stderr);
  Object.assign(process.stderr, { columns: 0 });
  const streams = createStreams(process);
  const live = createLiveLine(streams, { quiet: false, redraw: streams.isSizedTerminal(), color: false });
  live.state('reading left.jpg');
  live.tick('reading left.jpg, 1 s');
  live.state('sending');
  live.stop();
  expect(texts.stderr).toBe('reading left.jpg\nsending\n');
});
