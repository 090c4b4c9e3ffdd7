// `npm run bench:portraits`: the marks that the engine finds in single front photos of faces; see `main.ts`.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const outdir = `${root}build/bench-portraits/${process.pid}`;
process.on('exit', () => rmSync(outdir, { recursive: true, force: true }));

await build({
  absWorkingDir: root,
  entryPoints: { main: 'scripts/bench-portraits/main.ts' },
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
