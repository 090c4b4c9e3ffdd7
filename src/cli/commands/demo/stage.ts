import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { shellLine } from '../../../system/line-text.ts';
import type { Context } from '../../context.ts';
import { ExitWith } from '../../exit-with.ts';

export type Stage = Awaited<ReturnType<typeof setStage>>;

/** A home folder of its own and a running service in it; commands run there as a person types them. */
export async function setStage(context: Context) {
  const home = await mkdtemp(join(tmpdir(), 'recon-demo-'));
  const { streams, signal } = context;
  const program = join(context.packageInfo().root, 'bin', 'recon.js');
  const start = (args: readonly string[], stdout: 'pipe' | 'inherit') =>
    execa(process.execPath, [program, ...args], {
      env: environmentOf(context.environment, home),
      extendEnv: false,
      stdin: 'ignore',
      // Shown text goes where the rest of the transcript goes.
      stdout: stdout === 'pipe' ? 'pipe' : streams.stderr,
      stderr: 'inherit',
      reject: false,
      cancelSignal: signal,
    });
  const run = async (args: readonly string[], stdout: 'pipe' | 'inherit') => {
    streams.say('');
    streams.say(`$ ${shellLine('recon', ...args)}`);
    const { exitCode, stdout: text } = await start(args, stdout);
    if (signal.aborted) throw signal.reason;
    if (exitCode !== 0) {
      streams.warn(`the demo stops here: that command ended with ${exitCode}`);
      throw new ExitWith(exitCode ?? 1);
    }
    return String(text ?? '');
  };

  const service = start(['serve', '--port', '0', '--quiet'], 'pipe');
  const close = async () => {
    service.kill('SIGTERM');
    await service;
    await rm(home, { recursive: true, force: true });
  };
  try {
    streams.say(`$ ${shellLine('recon', 'serve')}`);
    streams.say(await firstLine(service));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    /** Prints the command, runs it, and gives what it wrote to stdout. @throws ExitWith its code if that is not 0 */
    type: async (args: readonly string[]) => {
      const text = await run(args, 'pipe');
      for (const line of text.split('\n')) streams.say(line);
      return text;
    },
    /** The same with its output shown as it comes, a table on a terminal. */
    show: async (args: readonly string[]) => {
      await run(args, 'inherit');
    },
    close,
  };
}

/** The service prints its address once it answers. */
function firstLine(service: { stdout: NodeJS.ReadableStream | null } & PromiseLike<{ exitCode?: number | undefined }>) {
  return new Promise<string>((resolve, reject) => {
    let heard = '';
    service.stdout?.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
      const [line, rest] = heard.split('\n');
      if (rest !== undefined) resolve(line!);
    });
    service.then(({ exitCode }) => reject(new ExitWith(exitCode ?? 1)), reject);
  });
}

/** The person's own settings, tokens and proxies stay out of it. */
function environmentOf(own: Context['environment'], home: string): Record<string, string | undefined> {
  const kept = Object.entries(own).filter(([name]) => !/^(RECON|XDG)_|_proxy$/i.test(name));
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, APPDATA: home, LOCALAPPDATA: home };
}
