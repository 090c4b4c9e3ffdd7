import { shown } from '../shown.ts';
import { nameKey, nameProblem, partsOf } from './entry-name.ts';
import { refuseArchive } from './refusal.ts';

type Kind = 'file' | 'folder';

/** Collects the names of an archive and refuses those that cannot exist side by side. */
export class NameTree {
  private readonly spelled = new Map<string, { name: string; kind: Kind; listed: boolean }>();

  /** Throws `unsafe_archive` if the name is unsafe, or conflicts with an earlier one. */
  add(name: string): void {
    const problem = nameProblem(name);
    if (problem !== undefined) throw refuseArchive(`${shown(name)} ${problem}`);
    const parts = partsOf(name);
    for (let depth = 1; depth < parts.length; depth++) this.place(parts.slice(0, depth).join('/'), 'folder', false);
    this.place(parts.join('/'), name.endsWith('/') ? 'folder' : 'file', true);
  }

  private place(name: string, kind: Kind, listed: boolean): void {
    const key = nameKey(name);
    const before = this.spelled.get(key);
    if (before === undefined) {
      this.spelled.set(key, { name, kind, listed });
      return;
    }
    if (before.kind !== kind) throw refuseArchive(`${shown(name)} is both a file and a folder`);
    if (before.name !== name) {
      throw refuseArchive(`${shown(before.name)} and ${shown(name)} are one name on some systems`);
    }
    if (before.listed && listed) throw refuseArchive(`${shown(name)} is in it twice`);
    before.listed ||= listed;
  }
}
