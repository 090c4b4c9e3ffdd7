import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createStreams } from '../../../src/cli/io/streams.ts';
import { fakeProcess } from '../fake-process.ts';

function broken(code: string) {
  const { process } = fakeProcess();
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });
  return createStreams(Object.assign(process, { stdout }) as unknown as NodeJS.Process);
}

test('the answer goes to stdout, everything else to stderr, nothing raw', async () => {
  const { process, texts } = fakeProcess();
  const streams = createStreams(process);
  await streams.answer('id\u001b[2J');
  streams.say('said\u0007');
  streams.warn('warned');
  streams.note('noted');
  streams.detail('not said without -v');
  expect(texts).toEqual({
    stdout: 'id\\u001b[2J\n',
    stderr: 'said\\u0007\nwarning: warned\nnoted\n',
  });
});

test('-q leaves warnings and notes, -v adds details', async () => {
  const { process, texts } = fakeProcess();
  const streams = createStreams(process);
  streams.setVerbosity('quiet');
  streams.say('hidden');
  streams.note('noted');
  streams.setVerbosity('verbose');
  streams.detail('more');
  expect(texts.stderr).toBe('noted\nmore\n');
});

test('a reader that is gone is no failure, and is known', async () => {
  const streams = broken('EPIPE');
  expect(streams.stdoutClosed()).toBe(false);
  await streams.answer('first');
  expect(streams.stdoutClosed()).toBe(true);
  await streams.answer('second');
});

test('a full disk is a failure', async () => {
  await expect(broken('ENOSPC').answer('x')).rejects.toMatchObject({ code: 'storage' });
});

test('a spinner is taken away before anything else is written', async () => {
  const { process } = fakeProcess();
  const streams = createStreams(process);
  let cleared = 0;
  streams.setAside(() => {
    cleared += 1;
  });
  streams.say('a');
  await streams.answer('b');
  streams.setAside(undefined);
  streams.say('c');
  expect(cleared).toBe(2);
});

test('on a terminal a message is broken at blanks, a long command in it as a shell takes it; in a pipe nothing is', () => {
  const { process, texts } = fakeProcess();
  const streams = createStreams(process);
  const sentence = 'a sentence of some words that is longer than the terminal';
  const advice = { before: 'to look', command: ['patients', 'get', 'a long name of someone'], because: 'then the id' };
  streams.warn(sentence);
  expect(texts.stderr).toBe(`warning: ${sentence}\n`);
  Object.assign(process.stderr, { isTTY: true, columns: 30 });
  texts.stderr = '';
  streams.warn(sentence);
  streams.say(advice);
  expect(texts.stderr.split('\n')).toEqual([
    'warning: a sentence of some',
    '  words that is longer than',
    '  the terminal',
    'to look:',
    '  recon show \\',
    "    'a long name of someone'",
    '    (then the id)',
    '',
  ]);
});

test('a command to copy is broken as a shell takes it', () => {
  const { process, texts } = fakeProcess();
  Object.assign(process.stderr, { isTTY: true, columns: 40 });
  const streams = createStreams(process);
  streams.example({ command: ['patients', 'create', '--name', 'Ana Sample', '--photos', '/srv/samples/ana'] });
  expect(texts.stderr.split('\n')).toEqual([
    "  recon create --name 'Ana Sample' \\",
    '    --photos /srv/samples/ana',
    '',
  ]);
  streams.setVerbosity('quiet');
  streams.example({ command: ['patients', 'list'] });
  expect(texts.stderr).not.toContain('list');
});
