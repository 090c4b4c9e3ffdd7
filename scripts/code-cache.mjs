// Makes the files of the program CommonJS, and keeps the compiled code of those that most commands load. Both are for
// `bin/load.js`. Measured on Node 20 in one run, with `bin` as CommonJS and undici by half: `patients list` adds 89 ms
// to the 71 of Node alone (131 before). With the compiled code refused, CommonJS alone gained 5 ms of the first 39.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';

/** Makes each `NAME.js` of a folder `NAME.cjs`. */
export async function makeCommonJs(folder) {
  const files = new Set(readdirSync(folder).filter((name) => name.endsWith('.js')));
  const renamed = (name) => (files.has(name) ? name.replace(/js$/, 'cjs') : name);
  for (const name of files) {
    const text = readFileSync(join(folder, name), 'utf8').replace(/(?<=["']\.\/)[\w-]+\.js(?=["'])/g, renamed);
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'node20.19',
      supported: { 'dynamic-import': false },
      define: { 'import.meta.url': 'import_meta_url' },
      minifyWhitespace: true,
      minifySyntax: true,
      charset: 'ascii',
      sourcefile: name,
      logLevel: 'warning',
    });
    if (/\bimport\(/.test(code)) throw new Error(`${name} would load a module that bin/load.js cannot`);
    writeFileSync(join(folder, renamed(name)), inAscii(asFunction(withoutCopies(code))));
    rmSync(join(folder, name));
  }
}

/** What V8 compiles, so that `bin/load.js` has nothing to put around it. */
const asFunction = (code) => `(function (exports, require, module, import_meta_url) {${code}\n})`;

/**
 * `bin/load.js` reads a file without decoding it. esbuild writes strings in ASCII, and regular expressions as they are:
 * 0.16.0 had `/[\u00df\u0142]/` of it read as eight other characters.
 */
const inAscii = (code) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * esbuild copies the exports of a file, getter by getter, once in the file itself and again in each `import()` of it. A
 * copy is for files that it did not make.
 */
function withoutCopies(code) {
  const lean = code
    .replace(/(?<=module\.exports=)__toCommonJS\((\w+)\)/, '$1')
    .replace(/__toESM\((require\("\.\/[\w-]+\.cjs"\))\)/g, '$1');
  const isWhole =
    /__toCommonJS\(\w+\)|__toESM\(require\("\.\//.test(lean) || (lean === code && code.includes('module.exports'));
  if (isWhole) throw new Error('esbuild writes exports in a new way: change `withoutCopies`');
  return lean;
}

/**
 * Compiled code of what a list loads, of what Tab waits for, and of the service until it listens. It is written after the
 * code has run, so that it holds the functions that are called.
 */
export async function makeCodeCache() {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(PAGE));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const home = mkdtempSync(join(tmpdir(), 'recon-build-'));
  const env = {
    HOME: home,
    RECON_BASE_URL: `http://127.0.0.1:${server.address().port}`,
    RECON_TOKEN: 'made-up-for-the-build-of-the-program-0000',
  };
  const program = programNamed('code-cache-of.mjs');
  try {
    for (const args of CACHED) {
      const running = promisify(execFile)(process.execPath, [program, ...args], { env });
      running.child.stdin.end();
      await running;
    }
    const args = ['recon.cjs', 'main', 'serve', '--port', '0', '--data', join(home, 'data')];
    const serving = promisify(execFile)(process.execPath, [program, ...args], { env });
    // A service that listens tells its address.
    serving.child.stdout.once('data', () => serving.child.kill());
    await serving;
  } finally {
    server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const programNamed = (name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Compiled code of all functions of a file of `dist/`, for a process with these flags. Most of them run in its first
 * order, for which V8 would compile them one by one; and the build need not make a model.
 */
export const makeWholeCodeCache = (file, flags) =>
  promisify(execFile)(process.execPath, [...flags, programNamed('code-cache-whole.mjs'), file]);

const CACHED = [
  ['recon.cjs', 'main', 'patients', 'list'],
  ['tab.cjs', 'answerTab', '__complete', 'bash', 'patient'],
];

const PAGE = {
  patients: [
    {
      id: 1,
      name: 'Invented Person',
      email: 'invented@example.com',
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      reconstructions: [{ id: 1, type: 'FaceReconstruction', status: 'has_3d', created_at: '2026-01-01T00:00:00Z' }],
      simulations: [],
    },
  ],
  meta: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 1 },
};
