import { type ChildProcess, spawn } from 'node:child_process';
import { RECON } from '../support/recon-home.ts';

/** A command in a real pseudo-terminal, 100 × 40 cells, as `script` of every Debian makes one. */
export interface PtySession {
  /** Everything on the screen's wire so far. */
  seen(): string;
  /** Resolves when `pattern` has come since the last wait; the text up to its end counts as read. */
  waitFor(pattern: RegExp | string): Promise<void>;
  /** Keys as a keyboard sends them. */
  type(keys: string): void;
  /** The exit code of the command. */
  ended: Promise<number>;
}

export const KEYS = { enter: '\r', down: '\u001b[B', up: '\u001b[A', ctrlC: '\u0003', ctrlD: '\u0004' } as const;

const PATIENCE_MS = 90_000;

/** `line` is for sh, in which `recon` is the built program. */
export function openPty(
  line: string,
  { environment, folder }: { environment: NodeJS.ProcessEnv; folder: string },
): PtySession {
  const recon = `recon() { '${process.execPath}' '${RECON}' "$@"; }`;
  // Without the sleep the last lines of a fast command can be lost in the closing terminal.
  const inside = `stty cols 100 rows 40; ${recon}; ${line}; code=$?; sleep 0.2; exit $code`;
  const child = spawn('script', ['-qefc', `bash -c ${quoted(inside)}`, '/dev/null'], {
    cwd: folder,
    env: { TERM: 'xterm-256color', ...environment },
  });
  return sessionOf(child);
}

function sessionOf(child: ChildProcess): PtySession {
  let text = '';
  let readTo = 0;
  let check = () => {};
  // A sign may come in two pieces.
  child.stdout?.setEncoding('utf8');
  child.stdout?.on('data', (chunk: string) => {
    text += chunk;
    check();
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? -1));
  });
  return {
    seen: () => text,
    type: (keys) => void child.stdin?.write(keys),
    ended,
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no ${pattern} on the screen:\n${text}`)), PATIENCE_MS);
        check = () => {
          const rest = text.slice(readTo);
          const match = typeof pattern === 'string' ? rest.indexOf(pattern) : rest.search(pattern);
          if (match < 0) return;
          readTo += match + (typeof pattern === 'string' ? pattern.length : pattern.exec(rest)![0].length);
          check = () => {};
          clearTimeout(late);
          resolve();
        };
        check();
      }),
  };
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
