import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPages } from '../../scripts/pages.mjs';

const root = resolve(import.meta.dirname, '../..');
let built: Promise<URL> | undefined;

/** The pages, built from the sources as they stand: no test opens stale ones. */
export function pageFiles(): Promise<URL> {
  built ??= build();
  return built;
}

async function build(): Promise<URL> {
  // Several processes may build at once.
  const folder = join(root, 'build', 'test', `pages-of-${process.pid}`);
  await buildPages(root, folder);
  return pathToFileURL(`${join(folder, 'pages')}/`);
}
