import { execa } from 'execa';
import { RECON } from '../support/recon-home.ts';

/** A command in a terminal of tmux, of which the screen can be read as a person sees it. */
export interface TmuxScreen {
  /** The lines that are seen now, without the empty ones at the end. */
  lines(): Promise<string[]>;
  /** Resolves when the screen shows `pattern`. */
  waitFor(pattern: RegExp | string): Promise<void>;
  /** Keys as tmux names them (`Tab`, `C-c`), texts as they are. */
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** The exit code of the command; the screen stays. */
  ended(): Promise<number>;
  close(): Promise<void>;
}

const PATIENCE_MS = 90_000;
let opened = 0;

/** `line` is for bash, in which `recon` is the built program. */
export async function openScreen(
  line: string,
  { environment, folder }: { environment: NodeJS.ProcessEnv; folder: string },
  { columns, rows }: { columns: number; rows: number },
): Promise<TmuxScreen> {
  opened += 1;
  const socket = `recon-test-${process.pid}-${opened}`;
  const options = { cwd: folder, env: { ...environment, TERM: 'xterm-256color' }, extendEnv: false } as const;
  const tmux = async (...args: string[]) =>
    (await execa('tmux', ['-L', socket, '-f', '/dev/null', '-u', ...args], options)).stdout;
  const recon = `recon() { '${process.execPath}' '${RECON}' "$@"; }`;
  const inside = `${recon}; ${line}; echo "[exit $?]"; sleep 300`;
  await tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), 'bash', '--norc', '-c', inside);
  const lines = async () => {
    const screen = (await tmux('capture-pane', '-p')).split('\n').map((one) => one.trimEnd());
    return screen.slice(0, screen.findLastIndex((one) => one !== '') + 1);
  };
  const waitFor = async (pattern: RegExp | string) => {
    for (const end = Date.now() + PATIENCE_MS; ; ) {
      const text = (await lines()).join('\n');
      if (typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text)) return;
      if (Date.now() > end) throw new Error(`no ${pattern} on the screen:\n${text}`);
      await new Promise((again) => setTimeout(again, 50));
    }
  };
  return {
    lines,
    waitFor,
    press: async (...keys) => void (await tmux('send-keys', ...keys)),
    type: async (text) => void (await tmux('send-keys', '-l', text)),
    ended: async () => {
      await waitFor(/\[exit \d+\]$/);
      return Number(/\[exit (\d+)\]$/.exec((await lines()).join('\n'))?.[1]);
    },
    close: async () => void (await tmux('kill-server').catch(() => {})),
  };
}
