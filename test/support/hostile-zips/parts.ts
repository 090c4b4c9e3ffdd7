import type { ZipEntry } from '../zip-maker.ts';

/** An archive that must be refused, and the reason it is refused for. */
export type HostileZip = readonly [name: string, reason: RegExp, make: () => Buffer];

export const file = (name: string | Buffer, more: Partial<ZipEntry> = {}): ZipEntry => ({
  name,
  content: String(name).endsWith('/') ? '' : 'x',
  ...more,
});

export const good = file('good.txt', { content: 'good' });
