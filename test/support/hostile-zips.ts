import { BOMBS, DAMAGE, LINKS } from './hostile-zips/contents.ts';
import { LEADING_OUT, ODD_NAMES, TWINS } from './hostile-zips/names.ts';
import type { HostileZip } from './hostile-zips/parts.ts';
import { CUTS, OVERLAPS, TWO_WAYS } from './hostile-zips/structure.ts';

/** Archives that must be refused, by what they try. */
export const HOSTILE_KINDS: Readonly<Record<string, readonly HostileZip[]>> = {
  'names that lead out': LEADING_OUT,
  'names that hide or clash with a system': ODD_NAMES,
  'names that clash with each other': TWINS,
  'links, devices, folders that are none': LINKS,
  'bombs and lying sizes': BOMBS,
  'damaged, encrypted, unknown': DAMAGE,
  'described in two ways': TWO_WAYS,
  'bytes of two files or of none': OVERLAPS,
  'cut, empty, no zip': CUTS,
};

export const HOSTILE_ZIPS: readonly HostileZip[] = Object.values(HOSTILE_KINDS).flat();
