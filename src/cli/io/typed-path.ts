import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { printable } from '../output/printable.ts';

/** A path as people paste it or drop it on a terminal, without its quotes and without a backslash before a space. */
const bareOf = (typed: string): string =>
  /^(['"])(.*)\1$/.exec(typed)?.[2] ?? typed.replace(/\\([ '"()&])/g, '$1').replace(/^['"]/, '');

/** The whole path that was typed; empty where nothing was. */
export function pathOf(typed: string): string {
  const bare = bareOf(typed.trim());
  return bare === '' ? '' : resolve(fromHome(bare));
}

const fromHome = (path: string) => (/^~($|[/\\])/.test(path) ? join(homedir(), path.slice(1)) : path);

/** What a question about a path offers. */
export interface PathOffer {
  /** Whether a file of this name may be meant; folders always may. */
  fits(name: string): boolean;
}

export interface Completion {
  /** The typed path, with as much added as all that fit have in common. */
  text: string;
  /** What fits, if it is not one alone: names of one folder, a `/` behind those of folders. */
  names: string[];
}

/** What Tab makes of a typed path. Capitals count only where they tell names apart. A folder that cannot be read is empty. */
export async function completePath(typed: string, { fits }: PathOffer): Promise<Completion> {
  const bare = bareOf(typed);
  if (bare === '~') return { text: '~/', names: [] };
  const cut = Math.max(bare.lastIndexOf('/'), sep === '\\' ? bare.lastIndexOf('\\') : -1) + 1;
  const [folder, start] = [bare.slice(0, cut), bare.slice(cut)];
  const names = (await namesIn(folder, fits)).filter((name) => start.startsWith('.') || !name.startsWith('.'));
  const [exact, alike] = [names.filter((name) => name.startsWith(start)), names.filter(isAlike(start))];
  const found = exact.length > 0 ? exact : alike;
  const [only] = found;
  if (only !== undefined && found.length === 1) return { text: folder + only, names: [] };
  const common = commonStart(found);
  return { text: common.length < start.length ? bare : folder + common, names: found };
}

const isAlike = (start: string) => (name: string) => name.toLowerCase().startsWith(start.toLowerCase());

/** A name that a terminal could act on is left out: it would be typed for the person. */
async function namesIn(folder: string, fits: PathOffer['fits']): Promise<string[]> {
  const path = folder === '' ? '.' : fromHome(folder);
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const named = await Promise.all(
    entries
      .filter(({ name }) => printable(name) === name)
      .map(async (entry) => {
        const isLinked = entry.isSymbolicLink() && (await isFolder(join(path, entry.name)));
        if (entry.isDirectory() || isLinked) return [`${entry.name}/`];
        return fits(entry.name) ? [entry.name] : [];
      }),
  );
  return named.flat().sort(byNumber);
}

/** `IMG_9` stands before `IMG_10`. */
export const byNumber = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );

function commonStart([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}
