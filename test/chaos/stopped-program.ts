import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import Database from 'libsql';
import { workerNamed } from '../support/running-service.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The built program, or a copy of it with an engine of `test/support/workers`. */
export function openProgram(engine: 'real' | 'quick' | 'marked') {
  if (engine === 'real') return { program: join(ROOT, 'bin/recon.js'), remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'recon-program-'));
  for (const name of ['bin', 'dist', 'package.json']) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'samples']) symlinkSync(join(ROOT, name), join(folder, name));
  writeFileSync(join(folder, 'dist/worker.js'), `import ${JSON.stringify(workerNamed(engine).href)};\n`);
  return { program: join(folder, 'bin/recon.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface ProgramStop {
  exit: number | string | undefined;
  ms: number;
}

/** `recon serve` on a data folder, until a signal. */
export async function startProgram(program: string, folder: string, readyAfterMs: number) {
  mkdirSync(folder, { recursive: true });
  const data = join(folder, 'data');
  const child = execa(
    process.execPath,
    [program, 'serve', '--port', '0', '--data', data, '--ready-after', `${Math.max(1, readyAfterMs)}ms`],
    {
      cwd: folder,
      stdin: 'ignore',
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: tmpdir() },
      extendEnv: false,
      reject: false,
      // It may take longer than the 5 s after which execa kills.
      forceKillAfterDelay: false,
    },
  );
  const [chunk] = (await Promise.race([
    once(child.stdout, 'data'),
    child.then(({ stderr }) => Promise.reject(new Error(`the service did not start: ${stderr}`))),
  ])) as [Buffer];
  return {
    url: chunk.toString().trim(),
    token: readFileSync(join(data, 'token'), 'utf8').trim(),
    async stop(signal: NodeJS.Signals): Promise<ProgramStop> {
      const signalledAt = performance.now();
      child.kill(signal);
      const { exitCode, signal: by } = await child;
      return { exit: exitCode ?? by, ms: performance.now() - signalledAt };
    },
  };
}

export type Program = Awaited<ReturnType<typeof startProgram>>;

/** The jobs as a stopped service left them. */
export function jobsIn(folder: string): { state: string; attempt: number }[] {
  const database = new Database(join(folder, 'data/recon.db'), { timeout: 5_000 });
  try {
    return database.prepare('select state, attempt from jobs').all() as { state: string; attempt: number }[];
  } finally {
    database.close();
  }
}
