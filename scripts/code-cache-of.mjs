// `node code-cache-of.mjs FILE FUNCTION ARG…` calls a function of a file of dist/ once, as `recon ARG…`, and keeps the
// compiled code of every file that this loaded.
import { EventEmitter } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import v8 from 'node:v8';
import workerThreads from 'node:worker_threads';
import { CODE_CACHE, load } from '../bin/load.js';

// V8 refuses code that was compiled under other flags than the reader's, and the program sets one after it is loaded.
v8.setFlagsFromString = () => {};
// Nothing ends this process early, as Tab does with its own.
workerThreads.Worker = class extends EventEmitter {
  unref() {}
};

const [node, , file, called, ...args] = process.argv;
process.argv = [node, 'recon', ...args];
const scripts = new Map();
const exitCode = await load(file, (name, script) => scripts.set(name, script))[called](process);
if (exitCode) throw new Error(`recon ${args.join(' ')} ended with ${exitCode}`);
mkdirSync(CODE_CACHE, { recursive: true });
for (const [name, script] of scripts) writeFileSync(`${CODE_CACHE}${name}`, script.createCachedData());
