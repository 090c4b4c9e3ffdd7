#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';

// Node answers SIGUSR1 with a debugger, open to every program of this machine. A listener takes its place, for as long as
// the process lives: a token is held here.
process.on('SIGUSR1', () => {});

// V8 lets its space for new objects grow to 32 MB (134 on Node 24) and the old one to almost four times what is in use, and
// gives little of it back. A service answers small requests with what it has at the start, and with 1.8 times what is in
// use; once the program is loaded, the spaces have grown. See docs/decisions.md.
if (process.argv.includes('serve')) {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=80']) setFlagsFromString(flag);
}

const here = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Two answers are known without the program, which takes several times longer to load. */
function readyAnswer([asked, ...more]) {
  if (more.length > 0) return undefined;
  if (asked === '--version' || asked === '-V') return `${JSON.parse(here('../package.json')).version}\n`;
  // Its lines fit into 80 columns; for a narrower terminal the program breaks them.
  const help = asked === undefined || asked === '--help' || asked === '-h';
  if (help && !(process.stdout.columns < 80) && existsSync(new URL('../dist/help.txt', import.meta.url))) {
    return here('../dist/help.txt');
  }
  return undefined;
}

/** False where stdout takes nothing: the program says so then. */
function isWritten(answer) {
  process.stdout.on('error', () => {});
  return new Promise((done) => process.stdout.write(answer, (error) => done(!error)));
}

/** A file of the program. A checkout has none before it is built. */
async function program(name) {
  if (!existsSync(new URL(`../dist/${name}`, import.meta.url))) {
    process.stderr.write('recon: this folder holds the source, and no built program\nTry: npm ci && npm run build\n');
    process.exit(1);
  }
  const { load } = await import('./load.js');
  return load(name);
}

const isTab = process.argv[2] === '__complete';
const answer = isTab ? undefined : readyAnswer(process.argv.slice(2));
if (isTab) await (await program('tab.cjs')).answerTab(process);
else if (answer === undefined || !(await isWritten(answer))) {
  const { main } = await program('recon.cjs');
  // The exit code is set, never forced: process.exit would cut what a slow pipe has not read yet.
  process.exitCode = await main(process);
}
