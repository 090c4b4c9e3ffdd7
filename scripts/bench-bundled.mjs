// `node scripts/bench-bundled.mjs NAME …`: runs `scripts/NAME/main.ts`, a bench of the engine's own source, with the rest.
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const [name] = process.argv.splice(2, 1);
// Each run has its own bundle, so that a second run, or an edit meanwhile, changes nothing in this one.
const outdir = `${root}build/${name}/${process.pid}`;
process.on('exit', () => rmSync(outdir, { recursive: true, force: true }));

await build({
  absWorkingDir: root,
  entryPoints: ['main', 'child'].map((part) => `scripts/${name}/${part}.ts`).filter((path) => existsSync(root + path)),
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
