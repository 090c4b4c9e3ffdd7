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
const COLOURS = {
  plain: '#d7dde5',
  command: '#ffffff',
  dim: '#8fa1b3',
  red: '#f7768e',
  green: '#9ece6a',
  yellow: '#e0af68',
};
/** What a terminal's numbers for a text's look mean. */
const LOOKS = {
  1: { bold: true },
  2: { fill: 'dim' },
  31: { fill: 'red' },
  32: { fill: 'green' },
  33: { fill: 'yellow' },
};

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'recon-picture-'));
const photos = join(root, 'samples/ana/face');

/** Each line as it is typed; the service of this session is a temporary one. */
const STEPS = [
  ['patients', 'create', '--name', 'Ana Sample', '--eye-distance', '6.1', '--type', 'face', '--photos', photos],
  ['patients', 'list'],
  ['patients', 'get', '1'],
];

/** Rows of pieces, each a text with its look. */
const rows = [];

try {
  // Each in a terminal of its own. A dumb one is not drawn over, so that what is said of the wait stays.
  const script = STEPS.map((args, index) => {
    const terminal = index === 0 ? 'TERM=dumb FORCE_COLOR=1' : 'TERM=xterm';
    const line = `stty cols ${COLUMNS} rows 60; ${terminal} node "$RECON" ${args.map(quote).join(' ')}; code=$?; sleep 0.2; exit $code`;
    return `script -qefc '${line}' /dev/null >out.${index} || exit 1; echo "=="; cat out.${index}`;
  });
  const run = spawnSync(process.execPath, [join(root, 'bin/recon.js'), 'serve', '--', 'sh', '-c', script.join('\n')], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder, RECON: join(root, 'bin/recon.js'), RECON_NO_INPUT: '1' },
  });
  const parts = run.stdout.split('==\n').slice(1);
  if (parts.length !== STEPS.length)
    throw new Error(`only ${parts.length} commands worked: ${run.stdout}${run.stderr}`);
  for (const [index, args] of STEPS.entries()) {
    const typed = `$ recon ${args.map((arg) => quote(arg.replace(photos, './ana'))).join(' ')}`;
    rows.push(...wrapped(typed).map((text) => [{ text, fill: 'command', bold: true }]));
    rows.push(...parts[index].trimEnd().split(/\r?\n/).map(piecesOf), []);
  }
  rows.pop();
  writeFileSync(join(root, 'docs/terminal.svg'), svg());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A line of a terminal, cut where its look changes. */
function piecesOf(line) {
  const pieces = [];
  let look = { fill: 'plain' };
  for (const part of line.split(/(\u001b\[[0-9;]*m)/)) {
    const codes = /^\u001b\[([0-9;]*)m$/.exec(part)?.[1];
    if (codes === undefined) pieces.push({ ...look, text: part });
    else
      for (const code of codes.split(';'))
        look = LOOKS[code] === undefined ? { fill: 'plain' } : { ...look, ...LOOKS[code] };
  }
  return pieces.filter(({ text }) => text !== '');
}

function quote(arg) {
  return /^[\w./-]+$/.test(arg) ? arg : `"${arg}"`;
}

/** Breaks a long line as it is typed. */
function wrapped(line) {
  const lines = line.match(new RegExp(`.{1,${COLUMNS}}(?:\\s|$)`, 'g')) ?? [''];
  return lines.map((text, index) => (index === 0 ? text : `    ${text}`));
}

function svg() {
  const width = Math.ceil((COLUMNS + 4) * CELL.width + 2 * MARGIN);
  const height = BAR + rows.length * CELL.height + 2 * MARGIN;
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (fill, i) => `<circle cx="${22 + 20 * i}" cy="18" r="6" fill="${fill}"/>`,
  );
  const texts = rows.map((pieces, index) => {
    const y = BAR + MARGIN + index * CELL.height + 8;
    const spans = pieces.map(({ text, fill, bold }) => {
      const weight = bold ? ' font-weight="600"' : '';
      return `<tspan fill="${COLOURS[fill]}"${weight}>${xmlText(text)}</tspan>`;
    });
    return `<text x="${MARGIN}" y="${y}" xml:space="preserve">${spans.join('')}</text>`;
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
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
