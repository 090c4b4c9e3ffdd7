/** A command as one would type it into a shell. */
export function commandLine(args: readonly string[]): string {
  return ['recon', ...args].map(shellWord).join(' ');
}

const shellWord = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
