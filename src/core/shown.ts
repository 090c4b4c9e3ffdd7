const MAX_CHARACTERS = 200;
const INVISIBLE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A name from outside as it may stand in a message: short, in quotes, with what is invisible escaped. */
export function shown(name: string): string {
  const short = name.length > MAX_CHARACTERS ? `${name.slice(0, MAX_CHARACTERS)}…` : name;
  const asEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(short).replaceAll(INVISIBLE, asEscape);
}
