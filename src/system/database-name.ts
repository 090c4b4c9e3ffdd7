/** How a PostgreSQL database is called in messages: its address may hold a user and a password, and they do not. */
export function databaseName(url: string): string {
  if (!URL.canParse(url)) return 'the PostgreSQL database';
  const { host, pathname, searchParams } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1)) || searchParams.get('dbname');
  const at = host || searchParams.get('host');
  return ['the PostgreSQL database', name, ...(at ? ['at', at] : [])].filter(Boolean).join(' ');
}
