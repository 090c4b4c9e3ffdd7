import { Worker } from 'node:worker_threads';
import { readLine } from './line.ts';
import { type Offer, offersFor } from './offers.ts';

/** Longer than this nobody waits for Tab. A keyring that hangs blocks its thread, so another one ends the process. */
const LIMIT_MS = 250;
const MOST_OFFERS = 200;

/**
 * `recon __complete SHELL KIND`, which only the scripts of `completions/` call: the words of the line come through stdin,
 * since the arguments of a process are for all to read, and offers go out as `word<tab>about`. Whatever is wrong, nothing
 * is offered and nothing is said.
 */
export async function answerTab({ argv, stdin, stdout, env, platform }: NodeJS.Process): Promise<void> {
  endWithin(LIMIT_MS);
  const [shell = '', kind = ''] = argv.slice(3);
  const environment = { ...env };
  try {
    const line = readLine(await textOf(stdin));
    const question = { kind, shell, line, environment, platform, now: Date.now() };
    const offers = await offersFor(question);
    stdout.on('error', () => {});
    stdout.write(offers.slice(0, MOST_OFFERS).map(lineOf).join(''));
  } catch {
    // A command tells what is wrong.
  }
}

const lineOf = ({ word, about }: Offer) => `${word}\t${about}\n`;

function endWithin(ms: number): void {
  const watch = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ms})`;
  new Worker(watch, { eval: true }).on('error', () => {}).unref();
}

async function textOf(stdin: NodeJS.ReadStream): Promise<string> {
  if (stdin.isTTY) return '';
  let text = '';
  for await (const piece of stdin.setEncoding('utf8')) text += piece;
  return text;
}
