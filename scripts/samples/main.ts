// Renders the sample photos into samples/: `npm run samples [PERSON/SET/VIEW…]`. The same bytes come out every time.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { figureOf } from './figure.ts';
import { everyPhoto, manifest, photoPath } from './manifest.ts';
import { renderPhoto } from './photo.ts';

const QUALITY = 86;

const folder = fileURLToPath(new URL('../samples/', import.meta.url));
const only = process.argv.slice(2);
const wanted = everyPhoto().filter(({ person, set, view }) => {
  const name = `${person}/${set}/${view}`;
  return only.length === 0 || only.some((start) => name.startsWith(start));
});

let figure: ReturnType<typeof figureOf> | undefined;
for (const { person, set, view } of wanted) {
  if (figure?.person !== person) figure = figureOf(person);
  const { widthPx: width, heightPx: height, rgb } = renderPhoto(figure, set, view);
  const jpeg = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY })
    .toBuffer();
  const path = join(folder, photoPath(person, set, view));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, jpeg);
  console.log(`${photoPath(person, set, view)}  ${width}×${height}  ${Math.round(jpeg.length / 1024)} KiB`);
}
writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
