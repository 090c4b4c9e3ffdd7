import { readFileSync } from 'node:fs';
import { transform } from 'esbuild';

/** The exports of a file of the source that imports nothing that runs; `path` is from the root. */
export async function importTypeScript(path) {
  const source = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const { code } = await transform(source, { loader: 'ts', format: 'esm' });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
