// `npm run bench:engine -- --data FOLDER`: the engine measured against people whose true surface is known; see `main.ts`.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const outdir = `${root}build/bench-engine`;

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
