import { readFile } from 'node:fs/promises';

/** What Linux tells of a running program; undefined elsewhere, and of one that has ended. */
export async function statOf(pid: string) {
  const text = await textOf(`/proc/${pid}/stat`);
  // The name of the program, in parentheses, may hold blanks and parentheses itself.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return (
    fields && {
      group: fields[2],
      session: fields[3],
      terminal: fields[4],
      /** The group of programs that the terminal's keys go to. */
      foreground: fields[5],
      start: fields[19],
    }
  );
}

export const textOf = (path: string) => readFile(path, 'utf8').catch(() => undefined);
