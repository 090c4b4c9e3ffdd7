import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Streams } from './streams.ts';

/** Text for a terminal that goes through `$PAGER` where it is longer than the screen. */
export interface PagedText {
  write(text: string): Promise<void>;
  /** The reader has left the pager: nothing more has to be read for them. */
  isLeft(): boolean;
  /** Shows what is held back; resolves when the pager is left. */
  end(): Promise<void>;
}

export interface PagerOptions {
  /** A command line for sh, such as `less -S`. Undefined shows the text as it comes. */
  pager: string | undefined;
  /** Lines of the terminal. */
  rows: number;
  environment: Readonly<Record<string, string | undefined>>;
}

type PagerStreams = Pick<Streams, 'write' | 'stdoutClosed'>;

export function pagedText(streams: PagerStreams, options: PagerOptions): PagedText {
  const { pager, rows, environment } = options;
  if (pager === undefined) {
    return { write: (text) => streams.write(text), isLeft: streams.stdoutClosed, end: async () => {} };
  }
  let held = '';
  let running: Running | undefined;
  return {
    write: async (text) => {
      if (running !== undefined) return await running.write(text);
      held += text;
      if (held.split('\n').length <= rows) return;
      running = run(pager, environment, streams);
      await running.write(held);
    },
    isLeft: () => running?.isLeft() ?? streams.stdoutClosed(),
    end: async () => {
      if (running === undefined) await streams.write(held);
      else await running.end();
    },
  };
}

type Running = ReturnType<typeof run>;

/** Exit codes of a shell that could not start the program. */
const NOT_STARTED: readonly unknown[] = [126, 127];

function run(pager: string, environment: PagerOptions['environment'], streams: PagerStreams) {
  const child: ChildProcess = spawn('sh', ['-c', pager], {
    stdio: ['pipe', 'inherit', 'inherit'],
    // As git does: colours are shown, and a text of one screen ends by itself.
    env: { ...environment, RECON_TOKEN: undefined, LESS: environment['LESS'] ?? 'FRX' },
  });
  const input = child.stdin!;
  let given = '';
  let state: 'open' | 'left' | 'not started' = 'open';
  const closed = once(child, 'close').then(
    ([code]) => NOT_STARTED.includes(code),
    () => true,
  );
  const ended = closed.then(async (isMissing) => {
    state = isMissing ? 'not started' : 'left';
    if (isMissing) await streams.write(given);
  });
  ended.catch(() => {});
  // Nobody reads any more. Whether somebody ever did is known when the child has ended.
  input.on('error', () => {});
  return {
    isLeft: () => (state === 'not started' ? streams.stdoutClosed() : state === 'left'),
    write: async (text: string) => {
      if (input.destroyed) await ended;
      if (state === 'not started') await streams.write(text);
      if (state !== 'open') return;
      given += text;
      if (!input.write(text)) await Promise.race([once(input, 'drain').catch(() => ended), ended]);
    },
    end: async () => {
      input.end();
      await ended;
    },
  };
}
