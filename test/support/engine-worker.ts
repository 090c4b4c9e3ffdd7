import { createHash } from 'node:crypto';
import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'build', 'test');

/** The program that makes models, with the real engine, built from the sources as they stand: no test runs a stale one. */
export const engineWorker = () => besidePeople('src/service/worker/generate.ts', 'worker');

/** The program that decodes photos. */
export const decoderProgram = () => bundled('src/service/worker/decode.ts', 'decoder');

/** The program that looks at photos. */
export const lookerProgram = () => besidePeople('src/service/worker/look.ts', 'looker');

async function besidePeople(entry: string, name: string): Promise<URL> {
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `people.${process.pid}.${performance.now()}`);
  await copyFile(join(root, 'src/engine/morphable/people.bin'), temporary);
  await rename(temporary, join(folder, 'people.bin'));
  return bundled(entry, name);
}

const programs = new Map<string, Promise<URL>>();

/** A TypeScript program of this repository as one module that Node 20 runs; packages stay where npm put them. */
export function bundled(entry: string, name: string): Promise<URL> {
  const known = programs.get(entry) ?? bundle(entry, name);
  programs.set(entry, known);
  return known;
}

async function bundle(entry: string, name: string): Promise<URL> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
  });
  const { contents } = outputFiles[0]!;
  const file = join(folder, `${name}-${createHash('sha256').update(contents).digest('hex').slice(0, 16)}.mjs`);
  await mkdir(folder, { recursive: true });
  // Several test threads may build at once: each renames a whole file into place.
  const temporary = `${file}.${process.pid}.${performance.now()}`;
  await writeFile(temporary, contents);
  await rename(temporary, file);
  return pathToFileURL(file);
}
