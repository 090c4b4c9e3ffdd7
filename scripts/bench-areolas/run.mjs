// `npm run bench:areolas -- --data FOLDER`: the finding of areolas, on painted trunks whose nipples are known; see `main.ts`.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Each run has its own bundle, so that an edit meanwhile changes nothing in this one.
const outdir = `${root}build/bench-areolas/${process.pid}`;
process.on('exit', () => rmSync(outdir, { recursive: true, force: true }));

await build({
  absWorkingDir: root,
  entryPoints: { main: 'scripts/bench-areolas/main.ts' },
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
