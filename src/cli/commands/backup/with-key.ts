import { hasCode, type Line, type ReconError } from '../../../errors.ts';

/** The same error; a command in it that reads the backup has the key that was typed. */
export function withKey(error: ReconError, keyFile: string | undefined): ReconError {
  if (keyFile === undefined) return error;
  const lineOf = (line: Line): Line =>
    typeof line !== 'string' && readsBackup(line.command)
      ? { ...line, command: [...line.command, '--key-file', keyFile] }
      : line;
  return error.with({ details: error.details.map(lineOf), hint: error.hint && lineOf(error.hint) });
}

/** For `catch`. @throws the error, with the key where a backup is damaged */
export function throwWithKey(error: unknown, keyFile: string | undefined): never {
  throw hasCode(error, 'damaged') ? withKey(error, keyFile) : error;
}

const readsBackup = ([first, second]: readonly string[]) =>
  first === 'restore' || (first === 'backup' && second !== 'remove');
