import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { rowsOf, textOf } from './pieces.mjs';

const PATIENCE_MS = 120_000;
let opened = 0;

/**
 * The built program in a terminal of tmux: the rows it left there. `seen` is a pattern of the screen: with `stays` the
 * rows are those of the first moment that has it, else those of the last such moment come before what is left at the end.
 */
export async function screenOf(args, { seen, stays = false, columns, recon, folder, environment }) {
  opened += 1;
  const socket = `recon-picture-${process.pid}-${opened}`;
  const exitFile = join(folder, `exit-${opened}`);
  const inside = '"$@"; echo $? >"$EXIT_FILE"; exec sleep 600';
  const options = {
    cwd: folder,
    env: { ...environment, EXIT_FILE: exitFile, TERM: 'xterm-256color' },
    extendEnv: false,
  };
  const tmux = async (...words) =>
    (await execa('tmux', ['-L', socket, '-f', '/dev/null', '-u', ...words], options)).stdout;
  const rows = async () => {
    const lines = rowsOf(await tmux('capture-pane', '-e', '-p', '-S', '-'));
    return lines.slice(0, lines.findLastIndex((line) => textOf(line).trim() !== '') + 1);
  };
  const size = ['-x', String(columns), '-y', '80'];
  await tmux('new-session', '-d', ...size, 'bash', '--norc', '-c', inside, 'bash', process.execPath, recon, ...args);
  try {
    let moment = [];
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(150)) {
      const hasEnded = existsSync(exitFile);
      const now = await rows();
      if (seen !== undefined && now.some((line) => seen.test(textOf(line)))) moment = now;
      if (stays && moment.length > 0) return moment;
      if (hasEnded && !stays && (seen === undefined || moment.length > 0)) return together(moment, now);
      if (hasEnded || Date.now() > end)
        throw new Error(`recon ${args.join(' ')}: no ${seen}, ${exitOf(exitFile)}:\n${now.map(textOf).join('\n')}`);
    }
  } finally {
    await tmux('kill-server').catch(() => {});
    rmSync(exitFile, { force: true });
  }
}

const exitOf = (file) => (existsSync(file) ? `ended with ${readFileSync(file, 'utf8').trim()}` : 'has not ended');

/** Rows of two moments, what is in both once. */
function together(before, after) {
  const isNew = (line, at) => textOf(line).trimEnd() !== textOf(before[at] ?? []).trimEnd();
  const first = after.findIndex(isNew);
  return [...before, ...after.slice(first < 0 ? after.length : Math.min(first, before.length))];
}

/** A command as it is typed, over more lines where it is long. */
export function typedRows(typed, columns) {
  const lines = `$ recon ${typed.map(quoted).join(' ')}`.match(new RegExp(`.{1,${columns - 4}}(?:\\s|$)`, 'g')) ?? [''];
  return lines.map((text, index) => [{ text: index === 0 ? text : `    ${text}`, fill: 'command', bold: true }]);
}

const quoted = (word) => (/^[\w./-]+$/.test(word) ? word : `"${word}"`);
