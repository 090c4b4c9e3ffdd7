const ARABIC_ZERO = 0x0660;

/** A measure as people type it, as the rules read it: `21,5`, `21.5 cm` and `٢١٫٥` are 21.5. */
export function plainMeasure(typed: string): string {
  const bare = typed
    .trim()
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
    .replace(/\s*(?:cm|سم)$/i, '')
    .replace('\u066b', ',');
  return pointForComma(bare) ?? bare;
}

/**
 * A number with a decimal comma, with a point instead: `19,8` → `19.8`. undefined where there is no such comma, and where
 * it may part thousands, as in `1,234`.
 */
export function pointForComma(text: string): string | undefined {
  const [, whole, rest] = /^\+?(\d*),(\d+)$/.exec(text.trim()) ?? [];
  if (whole === undefined || rest === undefined) return undefined;
  const mayPartThousands = /^[1-9]\d{0,2}$/.test(whole) && rest.length === 3;
  return mayPartThousands ? undefined : `${whole}.${rest}`;
}

/** A plain number with the decimal sign of a language: `6.3` is `6,3` in Portuguese. */
export function measureIn(language: string, plain: string): string {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1.5);
  return plain.replace('.', parts.find(({ type }) => type === 'decimal')?.value ?? '.');
}
