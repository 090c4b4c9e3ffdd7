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

export function pagedText(streams: Pick<Streams, 'write' | 'stdoutClosed'>, options: PagerOptions): PagedText {
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
      running = run(pager, environment);
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

function run(pager: string, environment: PagerOptions['environment']) {
  const child: ChildProcess = spawn('sh', ['-c', pager], {
    stdio: ['pipe', 'inherit', 'inherit'],
    // As git does: colours are shown, and a text of one screen ends by itself.
    env: { ...environment, RECON_TOKEN: undefined, LESS: environment['LESS'] ?? 'FRX' },
  });
  let isLeft = false;
  const left = once(child, 'close').finally(() => {
    isLeft = true;
  });
  left.catch(() => {});
  const input = child.stdin!;
  // Who leaves the pager early has seen enough.
  input.on('error', () => {
    isLeft = true;
  });
  return {
    isLeft: () => isLeft,
    write: async (text: string) => {
      if (!isLeft && !input.write(text)) await Promise.race([once(input, 'drain'), left]).catch(() => {});
    },
    end: async () => {
      input.end();
      await left.catch(() => {});
    },
  };
}
