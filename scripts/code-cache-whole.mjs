// `node code-cache-whole.mjs FILE` keeps the compiled code of all functions of a file of dist/, which it does not run.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { CODE_CACHE } from '../bin/load.js';

const [, , file] = process.argv;
const text = readFileSync(new URL(`../dist/${file}`, import.meta.url), 'latin1');
setFlagsFromString('--no-lazy');
const script = new Script(text, { filename: file });
// Compiled code carries the flags of the moment when it is kept, and its reader compiles lazily.
setFlagsFromString('--lazy');
mkdirSync(CODE_CACHE, { recursive: true });
writeFileSync(`${CODE_CACHE}${file}`, script.createCachedData());
