/** A piece of HTML that is safe to put into a page as it is. Only `html` makes one. */
export interface Html {
  readonly markup: string;
}

type Piece = Html | string | number | undefined | false | readonly Html[];

/**
 * A template whose values are text unless they are HTML already: `` html`<p title="${title}">${name}</p>` ``. Attribute
 * values must be in double quotes. Undefined and false give nothing.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Html {
  const pieces = strings.map((text, index) => text + (index < values.length ? markupOf(values[index]) : ''));
  return { markup: pieces.join('') };
}

function markupOf(value: Piece): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  return 'markup' in value ? value.markup : value.map((piece) => piece.markup).join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Escapes HTML markup, and makes characters visible that would turn the text's direction or are not text: a value from
 * outside must not look like part of the page.
 */
function escapeText(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!)
    .replace(
      /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu,
      '\ufffd',
    );
}
