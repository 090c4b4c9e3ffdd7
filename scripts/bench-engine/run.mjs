// `npm run bench:engine -- --data FOLDER`: the engine measured against people whose true surface is known; see `main.ts`.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Each run has its own bundle, so that a second run, or an edit meanwhile, changes nothing in this one.
const outdir = `${root}build/bench-engine/${process.pid}`;
process.on('exit', () => rmSync(outdir, { recursive: true, force: true }));

await build({
  absWorkingDir: root,
  entryPoints: { main: 'scripts/bench-engine/main.ts', child: 'scripts/bench-engine/child.ts' },
  outdir,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
});
await import(`${outdir}/main.mjs`);
