/** How a PostgreSQL database is called in messages: its address may hold a user and a password, and they do not. */
export function databaseName(url: string): string {
  if (!URL.canParse(url)) return 'the PostgreSQL database';
  const { host, pathname, searchParams } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1)) || searchParams.get('dbname');
  const at = host || searchParams.get('host');
  return ['the PostgreSQL database', name, ...(at ? ['at', at] : [])].filter(Boolean).join(' ');
}

/** Stands in a line for an address with a password: the line fails, and works on no other service. */
export const HIDDEN_ADDRESS = 'URL';

/** The flag of a database that was typed; none where the environment names it. */
export const databaseFlags = (typed: string | undefined): string[] =>
  typed === undefined ? [] : ['--database', mayHoldPassword(typed) ? HIDDEN_ADDRESS : typed];

/** What such a line needs beside its flags, in words; undefined where it can be typed as it is. */
export function databaseNeeds(typed: string | undefined): string | undefined {
  if (typed === undefined) return 'with RECON_SERVE_DATABASE in the environment, as here';
  return mayHoldPassword(typed) ? `with the address for ${HIDDEN_ADDRESS}` : undefined;
}

/** Whether `databaseFlags` hides the address. */
export function mayHoldPassword(address: string): boolean {
  if (!URL.canParse(address)) return /[@?#]/.test(address);
  const { password, search, hash } = new URL(address);
  return [password, search, hash].some((part) => part !== '');
}
