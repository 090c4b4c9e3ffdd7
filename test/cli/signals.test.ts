import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listenForSignals, SAME_WISH_MS } from '../../src/cli/signals.ts';
import { fakeProcess } from './fake-process.ts';

function listen() {
  const { stand, process, exits } = fakeProcess();
  return { stand, exits, ...listenForSignals(process) };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 143],
])('%s asks to stop; a second one does not wait and exits with %i', async (name, exit) => {
  const { stand, exits, signal } = listen();
  stand.emit(name);
  expect(signal.aborted).toBe(true);
  await sleep(SAME_WISH_MS + 50);
  expect(exits).toEqual([]);
  stand.emit(name);
  expect(exits).toEqual([exit]);
});

test('a Ctrl-C that npm passes on once more is one, not a second', () => {
  const { stand, exits } = listen();
  stand.emit('SIGINT');
  stand.emit('SIGINT');
  expect(exits).toEqual([]);
});

test('a signal after the release is no longer ours', () => {
  const { stand, signal, release } = listen();
  release();
  stand.emit('SIGINT');
  expect(signal.aborted).toBe(false);
});
