// CommonJS, as `bin/package.json` says: before an ES module can be read, Node sets up another loader.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

const DIST = join(__dirname, '../dist/');
const isService = process.argv.includes('serve');

// V8 lets its space for new objects grow to 32 MB (134 on Node 24) and the old one to almost four times what is in use, and
// gives little of it back. A service needs no more than it has at the start, and 1.8 times what is in use. This is set
// before the program is loaded, which makes the spaces grow. See docs/decisions.md.
if (isService) {
  const { setFlagsFromString } = require('node:v8');
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=80']) setFlagsFromString(flag);
}

/**
 * Where the build keeps compiled code for this Node, and for a service apart, since V8 takes none that was compiled under
 * other flags. Another Node has none.
 */
exports.CODE_CACHE = `${DIST}cache/${process.version}-${process.platform}-${process.arch}${isService ? '-serve' : ''}/`;

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
  const script = new Script(functionOf(readFileSync(filename, 'latin1')), {
    filename,
    cachedData: readIfThere(`${exports.CODE_CACHE}${name}`),
  });
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

/** What V8 compiles for the text of a file. Compiled code belongs to exactly this. */
const functionOf = (text) => `(function (exports, require, module, import_meta_url) {${text}\n})`;

/** A file of `dist/` is named `./NAME`. All else is a part of Node, or a package that is not bundled. */
function required(wanted, url, onScript) {
  if (wanted.startsWith('./')) return load(wanted.slice(2), onScript);
  return process.getBuiltinModule(wanted) ?? process.getBuiltinModule('module').createRequire(url)(wanted);
}

function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

exports.load = load;
exports.functionOf = functionOf;
