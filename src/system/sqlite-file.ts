import { closeSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A database file while this process has connections to it. */
interface SqliteFile {
  connections: number;
  descriptor?: number;
}

const files = new Map<string, SqliteFile>();

/** The path of a database's place: of a path, a `file:` URL, or the text of one. */
export const pathOf = (place: string | URL): string =>
  typeof place === 'string' && !place.startsWith('file:') ? resolve(place) : fileURLToPath(place);

/**
 * Call it for each connection; the returned function is called at its end. `isClosed` is false where SQLite may hold the
 * file, and its locks, until a garbage collection, as libsql does: the descriptor then stays open as long as the process.
 */
export function countConnection(place: string | URL): (isClosed: boolean) => void {
  const key = pathOf(place);
  const file = files.get(key) ?? { connections: 0 };
  file.connections++;
  files.set(key, file);
  return (isClosed) => {
    file.connections--;
    if (file.connections > 0) return;
    files.delete(key);
    if (isClosed && file.descriptor !== undefined) closeSync(file.descriptor);
  };
}

/**
 * A descriptor of a database file that this process has a connection to, to read and write its bytes. It is closed after
 * the last connection and must not be closed before: on POSIX, a process that closes a file loses all its locks on it,
 * also those of SQLite.
 */
export function descriptorOf(path: string): number {
  const file = files.get(pathOf(path));
  if (file === undefined) throw new Error('a file is only read beside SQLite while SQLite has it open');
  file.descriptor ??= openSync(path, 'r+');
  return file.descriptor;
}
