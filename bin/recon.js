#!/usr/bin/env node
import { readFileSync } from 'node:fs';

// Node answers SIGUSR1 with a debugger, open to every program of this machine. A listener takes its place, for as long as
// the process lives: a token is held here.
process.on('SIGUSR1', () => {});

const [asked, ...more] = process.argv.slice(2);
if ((asked === '--version' || asked === '-V') && more.length === 0) {
  // Without loading the program: scripts ask for this at every start.
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
} else {
  const { main } = await import('../dist/recon.js');
  // The exit code is set, never forced: process.exit would cut what a slow pipe has not read yet.
  process.exitCode = await main(process);
}
