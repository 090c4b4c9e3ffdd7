import { statOf, textOf } from './proc-stat.ts';

/** Set by terminals that tell their windows, tabs or panes apart; one within the other makes another window. */
const NAMING = ['TMUX', 'TMUX_PANE', 'STY', 'TERM_SESSION_ID', 'WT_SESSION', 'KITTY_WINDOW_ID', 'WEZTERM_PANE'];

/**
 * A name of the terminal window in which this program was typed, the same for all programs typed there; undefined where
 * nothing tells it, such as in a job without a terminal.
 */
export async function terminalWindow(environment: Readonly<Record<string, string | undefined>>) {
  const own = await statOf('self');
  return own === undefined ? namedWindow(environment) : await linuxWindow(own);
}

/** The window as its terminal names it to the programs in it. */
export function namedWindow(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const names = NAMING.map((name) => environment[name] ?? '');
  return names.some((name) => name !== '') ? JSON.stringify(names) : undefined;
}

/** The shell that a window was opened with leads its session. Its pid comes back after it has ended, its start does not. */
async function linuxWindow({ session, terminal }: Stat): Promise<string | undefined> {
  if (session === undefined || terminal === '0') return undefined;
  const [leader, boot] = await Promise.all([statOf(session), textOf('/proc/sys/kernel/random/boot_id')]);
  return leader && boot && JSON.stringify([boot.trim(), session, leader.start]);
}

type Stat = NonNullable<Awaited<ReturnType<typeof statOf>>>;
