import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { LOOKED_AT_PX, ownWarnings, type Pixels } from '../../../src/pages/patient/own-checks.ts';

const SAMPLES = resolve(import.meta.dirname, '../../../samples');
const photos = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jpg'));

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .resize({ width: LOOKED_AT_PX })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

const warningsOf = async (picture: Sharp, shortSidePx = 1024) => ownWarnings(await pixelsOf(picture), shortSidePx);
/** Done to the whole picture before it is made small. */
const first = async (picture: Sharp) => sharp(await picture.jpeg({ quality: 95 }).toBuffer());

test('there are photos to look at', () => expect(photos.length).toBeGreaterThan(20));

test.each(photos)('%s is good; blurred, dark and small it is not', async (name) => {
  const photo = () => sharp(join(SAMPLES, name));
  const { width = 0 } = await photo().metadata();
  expect(await warningsOf(photo())).toEqual([]);
  expect(await warningsOf(await first(photo().blur(width * 0.012)))).toEqual(['blurred']);
  expect(await warningsOf(await first(photo().linear(0.2, 0)))).toEqual(['dark']);
  expect(await warningsOf(photo(), 800)).toEqual(['small']);
});
