import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import { ReconError } from '../errors.ts';
import type { Context } from './context.ts';

/** A program that puts its input on the clipboard. */
type Copier = readonly [program: string, ...args: string[]];

type Environment = Context['environment'];

/** Those that may work here, the surest first. */
export function copiers(system: string, environment: Environment): Copier[] {
  if (system === 'darwin') return [['pbcopy']];
  if (system === 'win32') return [['clip.exe']];
  return [
    ...(environment['WAYLAND_DISPLAY'] ? [['wl-copy'] as const] : []),
    ...(environment['DISPLAY']
      ? [['xclip', '-selection', 'clipboard'] as const, ['xsel', '--clipboard', '--input'] as const]
      : []),
    ...(environment['WSL_DISTRO_NAME'] ? [['clip.exe'] as const] : []),
  ];
}

/**
 * Puts a text on the clipboard, and says by what. It is given as the input of a program, since every user of the machine
 * can read arguments.
 * @throws ReconError `storage` where nothing here can
 */
export async function copyText(text: string, what: string, context: Context): Promise<void> {
  const { streams, environment } = context;
  const tried: string[] = [];
  for (const copier of copiers(platform(), environment)) {
    if (await runs(copier, text)) return streams.say(`${what} is on the clipboard (${copier[0]})`);
    tried.push(copier[0]);
  }
  if (streams.stderrIsTty() && !['dumb', 'linux'].includes(environment['TERM'] ?? '')) {
    // OSC 52: the terminal itself keeps it, also one at the other end of SSH. None says whether it did.
    streams.draw(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`);
    return streams.say(`${what} was given to the terminal for its clipboard (OSC 52); not every terminal takes it`);
  }
  throw new ReconError('storage', `${what} could not be copied: no program here puts text on a clipboard`, {
    details: tried.length === 0 ? [] : [`tried: ${tried.join(', ')}`],
    hint: 'copying it from the screen, or installing wl-copy (Wayland) or xclip (X11)',
  });
}

/** A clipboard whose display does not answer must not hold the command. */
const COPY_LIMIT_MS = 3000;

function runs([program, ...args]: Copier, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    // xclip and wl-copy stay behind to hand the text out, and would keep pipes of ours open.
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], timeout: COPY_LIMIT_MS });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}
