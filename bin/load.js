const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

// CommonJS, as `bin/package.json` says: the loader of ES modules has to be set up before it reads anything.
const DIST = join(__dirname, '../dist/');

/** Where the build keeps compiled code for this Node; another Node has none, and V8 refuses what does not fit. */
exports.CODE_CACHE = `${DIST}cache/${process.version}-${process.platform}-${process.arch}/`;

const loaded = new Map();

/**
 * The exports of a file of `dist/`. Node 20 keeps compiled code for CommonJS alone, and finds each file of an ES module
 * in several turns; reading them here takes a third off what a command adds to the start of Node. `onScript` gets the name
 * and the `Script` of each file that is loaded. Throws what reading or running it throws.
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

/** Files of `dist/` are named `./NAME`. Packages that stay where npm put them are rare. */
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
