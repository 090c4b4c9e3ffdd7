import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const built = (file: string) => readFileSync(resolve(root, 'dist/pages', file));
const gzippedKb = (name: string) =>
  [`${name}.js`, `${name}.css`].reduce((sum, file) => sum + gzipSync(built(file), { level: 9 }).length, 0) / 1000;

/** What a browser may have to fetch of a page, gzipped, without pictures. */
const LIMITS_KB: Readonly<Record<string, number>> = { viewer: 260, patient: 60 };

test('every page has a limit', () => {
  const pages = readdirSync(resolve(root, 'src/pages'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(pages.length).toBeGreaterThan(0);
  for (const { name } of pages) {
    expect(LIMITS_KB[name], name).toBeDefined();
    expect(gzippedKb(name), name).toBeLessThanOrEqual(LIMITS_KB[name]!);
  }
});
