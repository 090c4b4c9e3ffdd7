import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { sqliteOfNode } from '../../system/sqlite.ts';

/** The arguments are the package of SQLite and the database. It prints what is damaged, if anything is. */
const PROGRAM = `
  const [engine, database] = process.argv.slice(1);
  const loaded = require(engine);
  const damageOf = (error) => {
    const number = error.errcode ?? 0;
    const isDamage = /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(error.code) ||
      [11, 26].includes(number & 0xff) || number === 522;
    if (!isDamage) throw error;
    return error.message;
  };
  const check = () => {
    const opened = loaded.DatabaseSync ? new loaded.DatabaseSync(new URL(database)) : new loaded(database);
    const [{ quick_check: found }] = opened.prepare('pragma quick_check(1)').all();
    return found === 'ok' ? '' : found;
  };
  let damage;
  try { damage = check(); } catch (error) { damage = damageOf(error); }
  require('node:fs').writeSync(1, damage);
`;

/**
 * Reads a database to its end while the service works on it, and returns what is damaged, if anything is. It has a
 * process of its own: 1 GB takes some 4 s, for which this thread would answer nobody, and a damaged file can end a
 * process.
 */
export async function readToEnd(path: string, signal: AbortSignal): Promise<string | undefined> {
  const engine = sqliteOfNode() === undefined ? createRequire(import.meta.url).resolve('libsql') : 'node:sqlite';
  const place = new URL('?mode=ro', pathToFileURL(path)).href;
  const options = { signal, killSignal: 'SIGKILL', env: {} } as const;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', PROGRAM, engine, place], options);
  return stdout === '' ? undefined : stdout;
}
