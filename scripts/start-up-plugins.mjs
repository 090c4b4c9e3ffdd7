// Plugins that keep `recon --help` close to bare Node. Each was measured on Node 20; together they save a third of the
// time that the program adds to a start.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Splitting makes a chunk of every set of files that the same importers share: a dozen tiny files for the start and as
 * many for the first request, each a read of its own. Where every lazily loaded file that needs a part of a bundle also
 * imports the bundle's entry, all of it has one set of importers, and becomes one chunk. At run time the added import
 * changes nothing but the order of loading. What two bundles need belongs to the earlier one.
 */
export function oneChunkEach(root, entries) {
  const lazy = lazilyLoaded(resolve(root, 'src'));
  const taken = new Set();
  const bundles = entries.map((name) => {
    const entry = resolve(root, name);
    const own = new Set([...staticImportsOf(entry)].filter((path) => !taken.has(path)));
    for (const path of own) taken.add(path);
    return { entry, own };
  });
  return {
    name: 'one-chunk-each',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!lazy.has(path)) return undefined;
        const needed = staticImportsOf(path);
        const added = [];
        // From the last to the first, since a bundle may need those before it. The first is the program, there in any case.
        for (const { entry, own } of bundles.toReversed()) {
          if (path === entry || (own !== bundles[0].own && ![...own].some((one) => needed.has(one)))) continue;
          added.unshift(entry);
          staticImportsOf(entry, needed);
        }
        const imports = added.map((entry) => `\nimport ${JSON.stringify(entry)};`).join('');
        return { contents: `${readFileSync(path, 'utf8')}${imports}`, loader: 'ts' };
      });
    },
  };
}

/**
 * An entry whose code stands in a shared chunk is left as a file that only passes on its names. Whoever loads it then
 * loads the chunk itself: one read less each.
 */
export function skipPassingOn(outdir, { outputs }, kept) {
  const nameOf = (path) => path.split('/').at(-1);
  const renamed = new Map();
  for (const [path, { entryPoint, inputs, imports, exports }] of Object.entries(outputs)) {
    if (entryPoint === undefined || Object.keys(inputs).length > 0) continue;
    const chunk = imports.find(({ path: one }) => outputs[one]?.inputs[entryPoint] !== undefined)?.path;
    // One that also passes on names of another chunk stays.
    if (chunk === undefined || exports.some((one) => !outputs[chunk].exports.includes(one))) continue;
    if (/export\{[^}]* as /.test(readFileSync(resolve(outdir, nameOf(path)), 'utf8'))) continue;
    rmSync(resolve(outdir, nameOf(path)));
    if (nameOf(path) === kept) {
      renameSync(resolve(outdir, nameOf(chunk)), resolve(outdir, kept));
      renamed.set(nameOf(chunk), kept);
    } else renamed.set(nameOf(path), nameOf(chunk));
  }
  const final = (name) => (renamed.has(name) ? final(renamed.get(name)) : name);
  for (const name of readdirSync(outdir).filter((one) => one.endsWith('.js'))) {
    const text = readFileSync(resolve(outdir, name), 'utf8');
    writeFileSync(
      resolve(outdir, name),
      text.replace(/(?<=["']\.\/)[\w-]+\.js(?=["'])/g, (one) => final(one)),
    );
  }
}

/** Files of ours that another file loads by `await import()`. */
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

/** The file and all our files that are loaded with it. */
function staticImportsOf(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path] of text.matchAll(/^(?:import|export)\s+(?!type\b)[^;'"]*?from\s+'(\.[^']+\.ts)'/gm))
    staticImportsOf(resolve(dirname(file), path), found);
  return found;
}

/**
 * commander loads node:child_process, and with it node:net, for commands that are separate programs, which recon does
 * not have. This makes it load them only when it first runs one.
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

/** The WebAssembly by which undici reads answers: its file in `dist/`, and undici's. The second needs no SIMD. */
export const LLHTTP = { 'llhttp.wasm': 'llhttp_simd-wasm.js', 'llhttp-plain.wasm': 'llhttp-wasm.js' };

/**
 * undici without what recon does not use: HTTP/2, forms of fetch, and node:http, which it loads for a limit that recon
 * gives it. llhttp goes into files of its own, as bytes. Together that is more than half of undici's text.
 */
export const smallUndici = {
  name: 'small-undici',
  setup(build) {
    const changes = {
      'dispatcher/client.js': [
        [
          "const connectH2 = require('./client-h2.js')",
          "const connectH2 = () => { throw new Error('recon speaks no HTTP/2') }",
        ],
        [
          "const http = require('node:http')",
          "const http = { get maxHeaderSize() { return require('node:http').maxHeaderSize } }",
        ],
        ['const getDefaultNodeMaxHeaderSize = http &&', 'const getDefaultNodeMaxHeaderSize = true || http &&'],
      ],
      'dispatcher/client-h1.js': [
        [
          "extractBody = require('../web/fetch/body.js').extractBody",
          "extractBody = () => { throw new Error('recon sends no forms of fetch') }",
        ],
      ],
      'core/util.js': [
        ["const { IncomingMessage } = require('node:http')", ''],
        ['.constructor === IncomingMessage', ".constructor?.name === 'IncomingMessage'"],
      ],
    };
    for (const [file, replacements] of Object.entries(changes)) {
      build.onLoad(
        { filter: new RegExp(`[\\\\/]undici[\\\\/]lib[\\\\/]${file.replace('/', '[\\\\/]')}$`) },
        ({ path }) => {
          let contents = readFileSync(path, 'utf8');
          for (const [theirs, ours] of replacements) {
            if (!contents.includes(theirs)) throw new Error(`undici loads this in another way now: ${theirs}`);
            contents = contents.replace(theirs, ours);
          }
          return { contents, loader: 'js' };
        },
      );
    }
    for (const [file, theirs] of Object.entries(LLHTTP)) {
      build.onResolve({ filter: new RegExp(`[\\\\/]${theirs}$`) }, () => ({ path: `./${file}`, external: true }));
    }
  },
};
