// What keeps `recon --help` close to bare Node. Each was measured on Node 20; together they save a third of what the
// program adds to a start.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Splitting makes a chunk of every set of files that the same importers share, which for the start is a dozen tiny
 * files, each a read of its own. Where every lazily loaded file also imports what is loaded before it, main.ts and then
 * run-command.ts, all that these need has one set of importers each, and becomes one chunk each. At run time the added
 * imports change nothing: what they name is loaded by then.
 */
export function fewChunksForTheStart(root) {
  const [main, runCommand] = ['src/cli/main.ts', 'src/cli/run-command.ts'].map((file) => resolve(root, file));
  const lazy = new Set();
  return {
    name: 'few-chunks-for-the-start',
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir }) => {
        if (kind === 'dynamic-import') lazy.add(resolve(resolveDir, path));
        return undefined;
      });
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!lazy.has(path) || !path.startsWith(resolve(root, 'src'))) return undefined;
        const before = path === runCommand ? [main] : [main, runCommand];
        const imports = before.map((file) => `\nimport ${JSON.stringify(file)};`).join('');
        return { contents: readFileSync(path, 'utf8') + imports, loader: 'ts' };
      });
    },
  };
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
