// A thousand patients for an import: three photos each, no two of them the same picture, and curl's requests for the same.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { SAMPLES } from './programs.mjs';

const VIEWS = ['left', 'front', 'right'];
const SIDES = { width: 600, height: 800 };
/** A band of so many blocks along the lower edge tells one photo from another. */
const BLOCKS = 16;
const BLOCK_PX = 36;

/** @returns {Promise<{name: string, email: string, photos: Record<string, string>}[]>} paths are relative to the folder */
export async function makePatients(folder, count) {
  mkdirSync(join(folder, 'photos'), { recursive: true });
  const portraits = Object.fromEntries(await Promise.all(VIEWS.map(async (view) => [view, await portrait(view)])));
  const patients = [];
  for (let number = 1; number <= count; number++) {
    const photos = {};
    for (const [at, view] of VIEWS.entries()) {
      photos[view] = join('photos', `${number}-${view}.jpg`);
      writeFileSync(join(folder, photos[view]), await marked(portraits[view], number * VIEWS.length + at));
    }
    patients.push({ name: `Bench Sample ${number}`, email: `bench.${number}@example.org`, photos });
  }
  return patients;
}

async function portrait(view) {
  const { width, height } = SIDES;
  const photo = sharp(readFileSync(join(SAMPLES, 'ana/face', `${view}.jpg`))).resize(width, height, { fit: 'cover' });
  return photo.raw().toBuffer();
}

function marked(portraitRgb, number) {
  const rgb = Buffer.from(portraitRgb);
  const { width, height } = SIDES;
  for (let block = 0; block < BLOCKS; block++) {
    const shade = (number >> block) & 1 ? 220 : 30;
    for (let y = height - BLOCK_PX; y < height; y++) {
      rgb.fill(shade, (y * width + block * BLOCK_PX) * 3, (y * width + (block + 1) * BLOCK_PX) * 3);
    }
  }
  return sharp(rgb, { raw: { ...SIDES, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** The rows of `recon patients import`. */
export function importRows(patients) {
  const row = ({ name, email, photos }) => JSON.stringify({ name, email, type: 'face', provider: '4', ...photos });
  return `${patients.map(row).join('\n')}\n`;
}

/** The same requests for `curl -Z -K`, joined by `next`. */
export function curlConfig(patients, folder, { url, token }) {
  const quoted = (text) => JSON.stringify(text);
  const request = ({ name, email, photos }) =>
    [
      `url = ${quoted(`${url}/patients`)}`,
      `header = ${quoted(`Authorization: Bearer ${token}`)}`,
      'output = /dev/null',
      'fail',
      ...formOf({ name, email, photos }, folder).map((part) => `form = ${quoted(part)}`),
    ].join('\n');
  return patients.map(request).join('\nnext\n');
}

const formOf = ({ name, email, photos }, folder) => [
  `patient[name]=${name}`,
  `patient[email]=${email}`,
  'reconstruction[type]=face',
  'reconstruction[provider]=4',
  'async=true',
  ...VIEWS.map((view) => `reconstruction[${view}]=@${join(folder, photos[view])};type=image/jpeg`),
];
