// Builds the pages that a browser opens: `src/pages/NAME/main.ts` and `style.css` become `dist/pages/NAME.js` and `.css`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

export async function buildPages(root, outdir) {
  const names = readdirSync(join(root, 'src/pages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  await build({
    absWorkingDir: root,
    outdir: join(outdir, 'pages'),
    entryPoints: names.flatMap((name) => [
      { in: `src/pages/${name}/main.ts`, out: name },
      { in: `src/pages/${name}/style.css`, out: name },
    ]),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    // Their licences stand in THIRD-PARTY.md.
    legalComments: 'none',
    logLevel: 'warning',
  });
  return names.map((name) => ({ name, gzipBytes: gzippedBytes(outdir, name) }));
}

/** What a browser fetches of a page: script and style. */
export function gzippedBytes(outdir, name) {
  const files = [`${name}.js`, `${name}.css`].map((file) => readFileSync(join(outdir, 'pages', file)));
  return files.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0);
}
