/**
 * Characters that move the cursor, change colours, hide or reorder text: C0, DEL, C1, zero-width
 * and bidi marks, line and paragraph separators, tags and unpaired surrogates. ZWJ and ZWNJ stay:
 * names in many scripts and emoji need them.
 */
const UNPRINTABLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

const unicodeEscape = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');

/** Text from a server, a file or a person as one harmless line: a line break shows as `⏎`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (character === '\n' ? '⏎' : unicodeEscape(character)));
}

/** The same for text of our own making that may hold such values: its line breaks stay. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (character === '\n' ? '\n' : unicodeEscape(character)));
}

/** JSON text with the same value and no character a terminal could act on. */
export function printableJson(json: string): string {
  return json.replace(UNPRINTABLE, (character) => (/[\t\n\r]/.test(character) ? character : unicodeEscape(character)));
}
