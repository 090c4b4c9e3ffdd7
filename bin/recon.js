#!/usr/bin/env node
const { existsSync, fstatSync, readFileSync, writeSync } = require('node:fs');
const { join } = require('node:path');

// Node answers SIGUSR1 with a debugger, open to every program of this machine. A listener takes its place, for as long as
// the process lives: a token is held here.
process.on('SIGUSR1', () => {});

const here = (path) => readFileSync(join(__dirname, path), 'utf8');

/** Two answers are known without the program, which takes several times longer to load. */
function readyAnswer([asked, ...more]) {
  if (more.length > 0) return undefined;
  if (asked === '--version' || asked === '-V') return `${JSON.parse(here('../package.json')).version}\n`;
  // Its lines fit into 80 columns; for a narrower terminal the program breaks them.
  const help = asked === undefined || asked === '--help' || asked === '-h';
  if (help && !(process.stdout.columns < 80) && existsSync(join(__dirname, '../dist/help.txt'))) {
    return here('../dist/help.txt');
  }
  return undefined;
}

/** False where stdout does not take all of it: the program says so then. Node itself takes a part in a file for all. */
function isWritten(answer) {
  if (fstatSync(1).isFile()) {
    try {
      return writeSync(1, answer) === Buffer.byteLength(answer);
    } catch {
      return false;
    }
  }
  process.stdout.on('error', () => {});
  return new Promise((done) => process.stdout.write(answer, (error) => done(!error)));
}

/** A file of the program. A checkout has none before it is built. */
function program(name) {
  if (existsSync(join(__dirname, '../dist', name))) return require('./load.js').load(name);
  process.stderr.write('recon: this folder holds the source, and no built program\nTry: npm ci && npm run build\n');
  process.exit(1);
}

async function run() {
  if (process.argv[2] === '__complete') return program('tab.cjs').answerTab(process);
  const answer = readyAnswer(process.argv.slice(2));
  if (answer !== undefined && (await isWritten(answer))) return;
  // The exit code is set, never forced: process.exit would cut what a slow pipe has not read yet.
  process.exitCode = await program('recon.cjs').main(process);
}

run();
