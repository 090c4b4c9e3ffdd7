import { basename, join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** A program in TypeScript as one that Node runs; native packages are taken from where npm put them. Returns its path. */
export async function buildProgram(source: string, folder: string): Promise<string> {
  const outfile = join(folder, basename(source).replace(/\.ts$/, '.mjs'));
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    alias: { libsql: join(root, 'node_modules/libsql/index.js') },
    external: [join(root, 'node_modules/libsql/index.js')],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return outfile;
}
