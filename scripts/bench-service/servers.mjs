// The servers that the tests start.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

export const { startPostgres } = await program('test/support/postgres.ts');
export const { openS3 } = await program('test/support/s3-server.ts');

/** A TypeScript file of the tests, which Node 20 cannot import. */
async function program(path) {
  const outfile = join(root, 'build/bench-service', path.replaceAll('/', '-').replace(/ts$/, 'mjs'));
  await build({
    absWorkingDir: root,
    entryPoints: [path],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, path)).href) },
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}
