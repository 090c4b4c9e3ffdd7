import { ReconError } from '../errors.ts';
import { SURGEON, type SurgeonKey, surgeonName } from '../system/setting-keys.ts';
import { wholeNumber } from '../system/whole-number.ts';
import type { StoredProfile } from './config-file.ts';

const NAME = /^(?=.*[a-z])[a-z0-9][a-z0-9._-]{0,62}$/;

export const isSurgeonKey = (key: string): key is SurgeonKey => key.startsWith(SURGEON);

/** @throws ReconError `usage` for a name that could be an id, or is none */
export function surgeonKeyOf(typed: string): SurgeonKey {
  const name = surgeonName(typed.slice(SURGEON.length));
  if (NAME.test(name)) return `${SURGEON}${name}`;
  throw new ReconError('usage', `${JSON.stringify(typed)} names no surgeon`, {
    hint: 'letters without accents, digits, ".", "-" and "_", such as surgeon.dr-silva',
  });
}

/** The id to keep. @throws ReconError `usage` for anything but a whole number */
export function checkSurgeon(key: SurgeonKey, text: string): string {
  const id = wholeNumber(text, 0, Number.MAX_SAFE_INTEGER);
  if (id !== undefined) return String(id);
  throw new ReconError('usage', `${key} ${JSON.stringify(text)} is not the id of an account: an id is a whole number`);
}

/** Ids by name, of one profile. */
export function surgeonsOf(profile: StoredProfile): Map<string, string> {
  const kept = Object.entries(profile).flatMap(([key, id]): [string, string][] =>
    isSurgeonKey(key) && id !== undefined ? [[key.slice(SURGEON.length), id]] : [],
  );
  return new Map(kept);
}
