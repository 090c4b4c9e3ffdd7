import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hushed } from '../../../src/cli/io/hushed.ts';

function terminal() {
  const modes: boolean[] = [];
  let interrupts = 0;
  const stdin = Object.assign(new PassThrough(), { setRawMode: (mode: boolean) => modes.push(mode) });
  const streams = { stdin: stdin as never, interrupt: () => void interrupts++ };
  return { stdin, streams, modes, interrupts: () => interrupts };
}

test('keys that are typed meanwhile are shown by nobody and kept for nobody; Ctrl-C is heard', async () => {
  const { stdin, streams, modes, interrupts } = terminal();
  const answer = await hushed(streams, async () => {
    expect(modes).toEqual([true]);
    stdin.write('\u001b[Bx\r');
    await setTimeout(5);
    expect(interrupts()).toBe(0);
    stdin.write('\u0003');
    await setTimeout(5);
    return 'seen';
  });
  expect({ answer, modes, interrupts: interrupts() }).toEqual({ answer: 'seen', modes: [true, false], interrupts: 1 });
  expect(stdin.read()).toBeNull();
  expect(stdin.listenerCount('data')).toBe(0);
});

test('the terminal is as before also after a failure', async () => {
  const { streams, modes } = terminal();
  await expect(hushed(streams, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(modes).toEqual([true, false]);
});
