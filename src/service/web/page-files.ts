import { readFile } from 'node:fs/promises';
import { sha256Of } from '../../system/sha256.ts';

/** The script and the style of a page, as the build made them, each at a path that names its content. */
export interface PageFiles {
  script: string;
  style: string;
  byPath: ReadonlyMap<string, { mime: string; bytes: Uint8Array }>;
}

/** @param folder `dist/pages/` */
export async function readPageFiles(folder: URL, name: string): Promise<PageFiles> {
  const read = async (ending: string, mime: string) => {
    const bytes = await readFile(new URL(`${name}.${ending}`, folder));
    return { path: `/pages/${name}-${sha256Of(bytes).slice(0, 16)}.${ending}`, mime, bytes };
  };
  const script = await read('js', 'text/javascript; charset=utf-8');
  const style = await read('css', 'text/css; charset=utf-8');
  const byPath = new Map([script, style].map(({ path, mime, bytes }) => [path, { mime, bytes }]));
  return { script: script.path, style: style.path, byPath };
}
