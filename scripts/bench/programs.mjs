// The built program, run as a person would run it: an empty HOME, no terminal.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
export const RECON = join(root, 'bin/recon.js');
export const SAMPLES = join(root, 'samples');
const PEAK_MEMORY = fileURLToPath(new URL('./peak-memory.mjs', import.meta.url));
const RESIDENT_MEMORY = fileURLToPath(new URL('./resident-memory.mjs', import.meta.url));

export const environmentIn = (home, extra = {}) => ({ PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', ...extra });

/** Runs a program to its end; throws, with what it said, unless it exits 0. */
export async function run(file, args, { env, quiet = false, cwd } = {}) {
  const child = spawn(file, args, {
    env,
    cwd,
    stdio: ['ignore', quiet ? 'ignore' : 'pipe', quiet ? 'ignore' : 'pipe'],
  });
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  if (exitCode !== 0) throw new Error(`${[file, ...args].join(' ')} ended with ${exitCode}\n${said}`);
  return said;
}

export const recon = (args, options) => run(process.execPath, [RECON, ...args], options);

/** Runs recon and tells the peak resident memory that the kernel counted for its process, in MB. */
export async function peakMemoryOf(args, { env, scratch }) {
  const file = join(scratch, 'peak-memory');
  await run(process.execPath, ['--import', PEAK_MEMORY, RECON, ...args], { env: { ...env, PEAK_MEMORY_FILE: file } });
  return (Number(readFileSync(file, 'utf8')) * 1024) / 1e6;
}

/** Runs recon and tells its peak, and its resident memory four times a second, in MB. */
export async function memoryOf(args, { env, scratch }) {
  const file = join(scratch, 'resident-memory');
  await run(process.execPath, ['--import', RESIDENT_MEMORY, RECON, ...args], {
    env: { ...env, RESIDENT_MEMORY_FILE: file },
  });
  const { peak, samples } = JSON.parse(readFileSync(file, 'utf8'));
  const megabytes = (kib) => (kib * 1024) / 1e6;
  return { peakMb: megabytes(peak), samplesMb: samples.map(megabytes) };
}

/** A bench that fails leaves no service behind. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill();
});

/** `recon serve` on a folder of its own; `token` where it makes none. A worker has no address. */
export async function startService(home, args = [], { env = environmentIn(home), token, folder = 'service' } = {}) {
  const data = join(home, folder);
  const isWorker = args.includes('worker');
  const port = isWorker ? [] : ['--port', '0'];
  const child = spawn(process.execPath, [RECON, 'serve', ...port, '--data', data, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  running.add(child);
  child.once('close', () => running.delete(child));
  // The address is all of its answer.
  const ready = isWorker ? heard(child.stderr, /makes 3D models/) : heard(child.stdout, /^\S+(?=\n)/);
  (isWorker ? child.stdout : child.stderr).resume();
  const url = await Promise.race([ready, ended.then(() => undefined)]);
  if (url === undefined) throw new Error('recon serve ended before it listened');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, pid: child.pid, token: token ?? readFileSync(join(data, 'token'), 'utf8').trim(), stop };
}

/** The first words of this kind that a program says. */
function heard(stream, words) {
  return new Promise((resolve) => {
    let said = '';
    stream.on('data', (chunk) => {
      said += chunk;
      const found = words.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
}
