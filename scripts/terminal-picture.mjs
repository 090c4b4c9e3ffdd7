// Draws docs/terminal.svg, the picture in the README, from a real run: the demo's commands and their output.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COLUMNS = 100;
const CELL = { width: 8.4, height: 19 };
const MARGIN = 18;
const BAR = 34;
const COLOURS = { plain: '#d7dde5', command: '#ffffff', said: '#8fa1b3', answer: '#9ece6a', prompt: '#7aa2f7' };

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'recon-picture-'));
const photos = join(root, 'samples/ana/face');

/** Each line as it is typed; the service of this session is a temporary one. */
const STEPS = [
  ['patients', 'create', '--name', 'Ana Sample', '--type', 'face', '--provider', 'head-hq', '--photos', photos],
  ['patients', 'list'],
  ['download', '1', '--type', 'face', '--extract', 'ana'],
];

const lines = [];
const add = (kind, text) => {
  if (text === '' && kind !== 'plain') return;
  for (const line of text.replace(/\n$/, '').split('\n')) lines.push({ kind, text: line.replaceAll('\t', '  ') });
};

try {
  const script = STEPS.map(
    (args) =>
      `node "$RECON" ${args.map(quote).join(' ')} >out.$$ 2>err.$$; echo "$?"; cat err.$$; echo --; cat out.$$; echo ==`,
  );
  const run = spawnSync(process.execPath, [join(root, 'bin/recon.js'), 'serve', '--', 'sh', '-c', script.join('\n')], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder, RECON: join(root, 'bin/recon.js') },
  });
  const parts = run.stdout.split('==\n');
  for (const [index, args] of STEPS.entries()) {
    const [, exit, said, answer] = /^(\d+)\n([\s\S]*?)--\n([\s\S]*)$/.exec(parts[index] ?? '') ?? [];
    if (exit !== '0') throw new Error(`${args.join(' ')} ended with ${exit}: ${said}${run.stderr}`);
    add('command', `$ recon ${args.map((arg) => quote(arg.replace(photos, './ana'))).join(' ')}`);
    add('said', said);
    add('answer', answer);
    add('plain', '');
  }
  lines.pop();
  writeFileSync(join(root, 'docs/terminal.svg'), svg());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function quote(arg) {
  return /^[\w./-]+$/.test(arg) ? arg : `"${arg}"`;
}

/** Wraps long lines as a terminal does. */
function wrapped() {
  return lines.flatMap(({ kind, text }) => {
    const rows = text.match(new RegExp(`.{1,${COLUMNS}}(?:\\s|$)`, 'g')) ?? [''];
    return rows.map((row, index) => ({ kind, text: index === 0 ? row : `    ${row}` }));
  });
}

function svg() {
  const rows = wrapped();
  const width = Math.ceil((COLUMNS + 4) * CELL.width + 2 * MARGIN);
  const height = BAR + rows.length * CELL.height + 2 * MARGIN;
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (fill, i) => `<circle cx="${22 + 20 * i}" cy="18" r="6" fill="${fill}"/>`,
  );
  const texts = rows.map(({ kind, text }, index) => {
    const y = BAR + MARGIN + index * CELL.height + 8;
    return `<text x="${MARGIN}" y="${y}" fill="${COLOURS[kind]}"${kind === 'command' ? ' font-weight="600"' : ''} xml:space="preserve">${xmlText(text)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="recon at work in a terminal">`,
    `<rect width="${width}" height="${height}" rx="10" fill="#1a1f29"/>`,
    ...dots,
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function xmlText(text) {
  return text.trimEnd().replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
