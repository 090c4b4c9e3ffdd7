// The service as it is, with another generation than the engine's: one that never ends, so that nothing is generated
// while requests are measured, or one that ends at once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));
const worker = (name) => new URL(`../../test/support/workers/${name}.mjs`, import.meta.url);
export const PAUSED = worker('hang');
export const INSTANT = worker('quick');
const DECODER = new URL('../../dist/decoder.js', import.meta.url);

let program;

/** Starts it on a data folder; resolves when it listens. */
export async function startServiceWith(workerUrl, data) {
  program ??= bundledService();
  const child = spawn(process.execPath, [await program, data, workerUrl.href, DECODER.href], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const said = await Promise.race([once(child.stdout, 'data').then(([chunk]) => String(chunk)), ended.then(() => '')]);
  if (said === '') throw new Error('the service ended before it listened');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { ...JSON.parse(said), stop };
}

async function bundledService() {
  const outfile = join(root, 'build', 'bench', 'serve.mjs');
  mkdirSync(join(root, 'build', 'bench'), { recursive: true });
  const options = { bundle: true, format: 'esm', platform: 'node', target: 'node20.19', packages: 'external' };
  await build({ ...options, entryPoints: [join(root, 'test/support/programs/serve.ts')], outfile });
  return outfile;
}
