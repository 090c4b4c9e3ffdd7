// Draws the pictures of terminals in the README and in docs/ from real runs, with synthetic people.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import stringWidth from 'string-width';

const CELL = { width: 8.4, height: 19 };
const MARGIN = 18;
const BAR = 34;
/** What terminals make of the sixteen colours, on a dark and on a light background. */
const PAPERS = {
  dark: {
    paper: '#1a1f29',
    ...{ plain: '#d7dde5', command: '#ffffff', dim: '#8fa1b3', red: '#f7768e', green: '#9ece6a', magenta: '#c678dd' },
  },
  light: {
    paper: '#f6f7f9',
    ...{ plain: '#2b3440', command: '#000000', dim: '#77818d', red: '#c4314b', green: '#2f7d32', magenta: '#a626a4' },
  },
};
/** What a terminal's numbers for a text's look mean. */
const LOOKS = {
  1: { bold: true },
  2: { fill: 'dim' },
  31: { fill: 'red' },
  32: { fill: 'green' },
  35: { fill: 'magenta' },
};
/** The half block, whose two colours are two pixels. */
const BLOCK = /^\u2580+$/;

const root = fileURLToPath(new URL('..', import.meta.url));
const face = join(root, 'samples/ana/face');
const EYES = ['--eye-distance', '6.1', '--type', 'face', '--photos', face];

const SWAPPED = ['left', 'front', 'right'].flatMap((view, at, all) => [`--${view}`, join(face, `${all[2 - at]}.jpg`)]);

/** Each line as it is typed; the service of each picture is a temporary one. */
const PICTURES = [
  {
    files: { 'terminal.svg': 'dark' },
    columns: 100,
    steps: [
      // A dumb terminal is not drawn over, so that what is said of the wait stays.
      { args: ['patients', 'create', '--name', 'Ana Sample', ...EYES], terminal: 'TERM=dumb FORCE_COLOR=1' },
      { args: ['patients', 'list'] },
      { args: ['patients', 'get', '1'] },
    ],
  },
  {
    files: { 'preview.svg': 'light' },
    columns: 80,
    before: [['patients', 'create', '--name', 'Ana Sample', ...EYES]],
    steps: [{ args: ['patients', 'get', 'ana', '--preview'], terminal: 'TMUX=yes COLORTERM=truecolor' }],
  },
  {
    files: { 'list-dark.svg': 'dark', 'list-light.svg': 'light' },
    columns: 80,
    serve: ['--seed', '6'],
    // One of them with the photos of the sides swapped, which fails.
    before: [
      ['patients', 'create', '--name', 'Ana Sample', ...EYES],
      ['patients', 'create', '--name', 'Ben Sample', '--type', 'face', ...SWAPPED],
    ],
    steps: [{ args: ['patients', 'list'] }],
  },
];

for (const picture of PICTURES) {
  const rows = run(picture);
  for (const [file, paper] of Object.entries(picture.files)) {
    writeFileSync(join(root, 'docs', file), svg(rows, picture.columns, PAPERS[paper]));
  }
}

/** What is typed and what comes, as rows of pieces, each a text with its look. */
function run({ columns, serve = [], before = [], steps }) {
  const folder = mkdtempSync(join(tmpdir(), 'recon-picture-'));
  try {
    const unseen = before.map((args) => `node "$RECON" ${args.map(quote).join(' ')} >&2`);
    const seen = steps.map(({ args, terminal = 'TERM=xterm' }, index) => {
      const line = `stty cols ${columns} rows 60; ${terminal} node "$RECON" ${args.map(quote).join(' ')}; code=$?; sleep 0.2; exit $code`;
      return `script -qefc '${line}' /dev/null >out.${index} || exit 1; echo "=="; cat out.${index}`;
    });
    const script = [...unseen, ...seen].join('\n');
    const recon = join(root, 'bin/recon.js');
    const { stdout, stderr } = spawnSync(process.execPath, [recon, 'serve', ...serve, '--', 'sh', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 180_000,
      maxBuffer: 64 * 1024 ** 2,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', RECON: recon, RECON_NO_INPUT: '1' },
    });
    const parts = stdout.split('==\n').slice(1);
    if (parts.length !== steps.length) throw new Error(`only ${parts.length} commands worked: ${stdout}${stderr}`);
    return steps.flatMap(({ args }, index) => {
      const typed = `$ recon ${args.map((arg) => quote(arg.replace(face, './ana'))).join(' ')}`;
      return [
        ...(index === 0 ? [] : [[]]),
        ...wrapped(typed, columns).map((text) => [{ text, fill: 'command', bold: true }]),
        ...lastDrawn(parts[index]).trimEnd().split(/\r?\n/).map(piecesOf),
      ];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without what was drawn over: a view of a turning model, a spinner. */
function lastDrawn(text) {
  const lines = [];
  for (const line of text.replaceAll(/\u001b\[\?25[lh]/g, '').split('\n')) {
    const [, up, rest] = /^\u001b\[(\d+)A(.*)$/s.exec(line) ?? [undefined, '0', line];
    lines.splice(lines.length - Number(up));
    // A line that was cleared has only what stands behind the last clearing.
    lines.push(rest.split(/\u001b\[[012]?K|\u001b\[1G/).at(-1));
  }
  return lines.join('\n');
}

/** A line of a terminal, cut where its look changes. */
function piecesOf(line) {
  const pieces = [];
  let look = { fill: 'plain' };
  for (const part of line.split(/(\u001b\[[0-9;]*m)/)) {
    const codes = /^\u001b\[([0-9;]*)m$/.exec(part)?.[1];
    const pixels = /^38;2;(\d+);(\d+);(\d+);48;2;(\d+);(\d+);(\d+)$/.exec(codes ?? '')?.slice(1);
    if (codes === undefined) pieces.push({ ...look, text: part });
    else if (pixels !== undefined) look = { pixels: [pixels.slice(0, 3), pixels.slice(3)] };
    else {
      for (const code of codes.split(';'))
        look = LOOKS[code] === undefined ? { fill: 'plain' } : { ...look, ...LOOKS[code] };
    }
  }
  return pieces.filter(({ text }) => text !== '');
}

function quote(arg) {
  return /^[\w./-]+$/.test(arg) ? arg : `"${arg}"`;
}

/** Breaks a long line as it is typed. */
function wrapped(line, columns) {
  const lines = line.match(new RegExp(`.{1,${columns}}(?:\\s|$)`, 'g')) ?? [''];
  return lines.map((text, index) => (index === 0 ? text : `    ${text}`));
}

function svg(rows, columns, colours) {
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = BAR + rows.length * CELL.height + 2 * MARGIN;
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (fill, i) => `<circle cx="${22 + 20 * i}" cy="18" r="6" fill="${fill}"/>`,
  );
  const drawn = rows.map((pieces, row) => rowOf(pieces, BAR + MARGIN + row * CELL.height, colours));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="recon at work in a terminal">`,
    `<rect width="${width}" height="${height}" rx="10" fill="${colours.paper}"/>`,
    ...dots,
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" fill="${colours.plain}">`,
    ...drawn.filter((row) => row !== ''),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Each word group stands where its cell is, whatever font the reader has. */
function rowOf(pieces, top, colours) {
  let column = 0;
  const texts = [];
  /** Of the upper and the lower half of the row. */
  const halves = [[], []];
  for (const { text, fill, bold, pixels: pair } of pieces) {
    if (pair !== undefined && BLOCK.test(text))
      for (const [at, half] of halves.entries()) addPixels(half, pair[at], column, text.length);
    else {
      for (const words of text.split(/( {2,})/)) {
        if (words.trim() !== '') texts.push(spanOf(words, column, fill === 'plain' ? undefined : colours[fill], bold));
        column += stringWidth(words);
      }
      continue;
    }
    column += text.length;
  }
  const line =
    texts.length === 0 ? '' : `<text y="${(top + 8).toFixed(0)}" xml:space="preserve">${texts.join('')}</text>`;
  const pixels = halves.flatMap((half, at) => half.map((run) => rectOf(run, top - 6 + (at * CELL.height) / 2)));
  return [...pixels, line].filter((part) => part !== '').join('');
}

function place(column) {
  return (MARGIN + column * CELL.width).toFixed(1);
}

function spanOf(words, column, colour, bold) {
  const fill = colour === undefined ? '' : ` fill="${colour}"`;
  return `<tspan x="${place(column)}"${fill}${bold ? ' font-weight="600"' : ''}>${xmlText(words)}</tspan>`;
}

/** Colours that look the same are one, so that the file stays small. */
function addPixels(half, colour, column, count) {
  const hex = colour
    .map((value) =>
      Math.min(255, 8 * Math.round(Number(value) / 8))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');
  const last = half.at(-1);
  if (last?.hex === hex && last.column + last.count === column) last.count += count;
  else half.push({ hex, column, count });
}

/** A little wider and higher than its place, so that no seams are seen. */
function rectOf({ hex, column, count }, y) {
  const [width, height] = [count * CELL.width + 0.4, CELL.height / 2 + 0.4].map((value) => value.toFixed(1));
  return `<rect x="${place(column)}" y="${y}" width="${width}" height="${height}" fill="#${hex}"/>`;
}

function xmlText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
