// What keeps `recon --help` close to bare Node. Each was measured on Node 20; together they save a third of what the
// program adds to a start.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Splitting makes a chunk of every set of files that the same importers share, which for the start is a dozen tiny
 * files, each a read of its own. Where every lazily loaded file also imports main.ts, all that main.ts needs has one
 * set of importers, and becomes one chunk. At run time the added import changes nothing: main.ts is loaded by then.
 */
export function oneChunkForTheStart(root) {
  const main = resolve(root, 'src/cli/main.ts');
  const lazy = lazilyLoaded(resolve(root, 'src'));
  return {
    name: 'one-chunk-for-the-start',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!lazy.has(path)) return undefined;
        return { contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(main)};`, loader: 'ts' };
      });
    },
  };
}

/** Files of ours that some other file loads by `await import()`. */
function lazilyLoaded(folder) {
  const found = new Set();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.ts')) continue;
    const text = readFileSync(resolve(entry.parentPath, entry.name), 'utf8');
    for (const [, path] of text.matchAll(/(?<!typeof )import\('(\.[^']+)'\)/g))
      found.add(resolve(entry.parentPath, path));
  }
  return found;
}

/**
 * commander loads node:child_process, and with it node:net, for commands that are programs of their own, of which there
 * are none here. It loads it when it first runs one.
 */
export const commanderWithoutPrograms = {
  name: 'commander-without-programs',
  setup(build) {
    build.onLoad({ filter: /[\\/]commander[\\/]lib[\\/]command\.js$/ }, ({ path }) => {
      const eager = "const childProcess = require('node:child_process');";
      const text = readFileSync(path, 'utf8');
      if (!text.includes(eager)) throw new Error('commander loads node:child_process in another way now');
      return {
        contents: text.replace(eager, '').replaceAll('childProcess.', "require('node:child_process')."),
        loader: 'js',
      };
    });
  },
};
