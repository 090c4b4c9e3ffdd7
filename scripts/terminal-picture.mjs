// Draws the pictures of terminals in the README and in docs/ from real runs, with synthetic people. With `--all FOLDER`
// it draws every screen that is looked at before a release, in four widths, on dark and on light paper, into that folder.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawMatrix } from './picture/matrix.mjs';
import { drawForReadme } from './picture/readme.mjs';

const { values } = parseArgs({ options: { all: { type: 'string' } } });
const root = fileURLToPath(new URL('..', import.meta.url));
/** As they are typed: the photos are in the folder where the commands run. */
const photos = {
  ana: ['--eye-distance', '6.1', '--type', 'face', '--photos', './ana'],
  swapped: ['left', 'front', 'right'].flatMap((view, at, all) => [`--${view}`, `./ana/${all[2 - at]}.jpg`]),
};
const folder = mkdtempSync(join(tmpdir(), 'recon-picture-'));
const place = {
  recon: join(root, 'bin/recon.js'),
  folder,
  environment: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', COLORTERM: 'truecolor' },
};

try {
  symlinkSync(join(root, 'samples/ana/face'), join(folder, 'ana'));
  if (values.all === undefined) await drawForReadme(join(root, 'docs'), photos, place);
  else await drawMatrix(resolve(values.all), photos, place);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
