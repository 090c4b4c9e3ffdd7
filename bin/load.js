// CommonJS, as `bin/package.json` says: before an ES module can be read, Node sets up another loader.
const { closeSync, fstatSync, openSync, readFileSync, readSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

const DIST = join(__dirname, '../dist/');
const isService = process.argv.includes('serve');

// V8 lets its space for new objects grow to 32 MB (134 on Node 24) and the old one to almost four times what is in use, and
// gives little of it back. A service needs no more than it has at the start, and 1.8 times what is in use. This is set
// before the program is loaded, which makes the spaces grow, and after the parts of Node that a service needs, whose compiled
// code V8 takes under Node's own flags alone. See docs/decisions.md.
if (isService) {
  const network = ['net', 'tls', 'dns', 'dgram', 'http', 'https', 'http2'];
  const more = ['assert', 'child_process', 'cluster', 'crypto', 'fs/promises', 'os', 'perf_hooks', 'readline/promises'];
  for (const part of [...network, ...more, 'stream/promises', 'timers/promises', 'zlib']) require(`node:${part}`);
  const { setFlagsFromString } = require('node:v8');
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=80']) setFlagsFromString(flag);
}

/**
 * Where the build keeps compiled code for this Node, and apart for other flags of V8, which takes none that was compiled
 * under others: a service sets some, and gives the processes that it starts the size of their heap. Another Node has none.
 */
const apart = isService ? ['serve'] : process.execArgv.filter((flag) => flag.startsWith('--max-old-space-size='));
exports.CODE_CACHE = `${DIST}cache/${[process.version, process.platform, process.arch, ...apart].join('-')}/`;

/** Each file is read into it: memory that is used again costs a start less than new memory. */
const memory = Buffer.allocUnsafeSlow(256 * 1024);
const loaded = new Map();

/**
 * The exports of a file of `dist/`, which is ASCII. Node 20 can use compiled code for CommonJS, and not for ES modules;
 * with it a command adds a third less to the start of Node. `onScript` gets the name and the `Script` of each file that
 * is loaded. Throws what reading or running the file throws.
 */
function load(name, onScript) {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const filename = `${DIST}${name}`;
  // A copy, since the compiled code is read into the same memory.
  const text = read(filename).latin1Slice();
  const script = new Script(text, { filename, cachedData: readIfThere(`${exports.CODE_CACHE}${name}`) });
  onScript?.(name, script);
  const module = { exports: {} };
  loaded.set(name, module);
  try {
    const url = pathToFileURL(filename).href;
    script.runInThisContext()(module.exports, (wanted) => required(wanted, url, onScript), module, url);
  } catch (error) {
    loaded.delete(name);
    throw error;
  }
  return module.exports;
}

/**
 * A file of `dist/` is named `./NAME`; one of WebAssembly is its bytes. All else is a part of Node, or a package that is
 * not bundled.
 */
function required(wanted, url, onScript) {
  if (wanted.endsWith('.wasm')) return readFileSync(`${DIST}${wanted}`);
  if (wanted.startsWith('./')) return load(wanted.slice(2), onScript);
  return process.getBuiltinModule(wanted) ?? process.getBuiltinModule('module').createRequire(url)(wanted);
}

function readIfThere(path) {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}

/** The bytes of a file, until the next one is read. */
function read(path) {
  const file = openSync(path);
  try {
    const { size } = fstatSync(file);
    if (size > memory.length || readSync(file, memory, 0, size, 0) < size) return readFileSync(path);
    return memory.subarray(0, size);
  } finally {
    closeSync(file);
  }
}

exports.load = load;
