// What keeps `recon --help` close to bare Node. Each was measured on Node 20; together they save a third of what the
// program adds to a start.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Splitting makes a chunk of every set of files that the same importers share: a dozen tiny files for the start and as
 * many for the first request, each a read of its own. Where every lazily loaded file that needs a part of a bundle also
 * imports the bundle's entry, all of it has one set of importers, and becomes one chunk. At run time the added import
 * changes nothing but the order of loading.
 */
export function oneChunkEach(root, { start, request }) {
  const main = resolve(root, start);
  const connect = resolve(root, request);
  const lazy = lazilyLoaded(resolve(root, 'src'));
  const ofStart = staticImportsOf(main);
  const ofRequest = new Set([...staticImportsOf(connect)].filter((path) => !ofStart.has(path)));
  const needsRequest = (path) => path !== connect && [...staticImportsOf(path)].some((one) => ofRequest.has(one));
  return {
    name: 'one-chunk-each',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!lazy.has(path)) return undefined;
        const entries = needsRequest(path) ? [main, connect] : [main];
        const added = entries.map((entry) => `\nimport ${JSON.stringify(entry)};`).join('');
        return { contents: `${readFileSync(path, 'utf8')}${added}`, loader: 'ts' };
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

/** The file and all of ours that are loaded with it. */
function staticImportsOf(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path] of text.matchAll(/^(?:import|export)\s+(?!type\b)[^;'"]*?from\s+'(\.[^']+\.ts)'/gm))
    staticImportsOf(resolve(dirname(file), path), found);
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

/** undici loads node:http2, and with it node:tls, for connections that speak HTTP/2, which ours never do unasked. */
export const undiciWithoutHttp2 = {
  name: 'undici-without-http2',
  setup(build) {
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client\.js$/ }, ({ path }) => {
      const eager = "const connectH2 = require('./client-h2.js')";
      const text = readFileSync(path, 'utf8');
      if (!text.includes(eager)) throw new Error('undici loads node:http2 in another way now');
      const lazy = "const connectH2 = (...given) => require('./client-h2.js')(...given)";
      return { contents: text.replace(eager, lazy), loader: 'js' };
    });
  },
};
