import encodeQR from 'qr';

/** What the largest code holds. */
const MOST_BYTES = 2953;
/** A larger code has modules so small that none should be lost to corrections. */
const MOST_CORRECTED_BYTES = 300;

/**
 * A QR code as rows of modules, true for dark, with its light border. `isPrinted`: paper gets stained, so more of it can
 * be put right. Undefined for a text that no code holds.
 */
export function qrCode(text: string, { border, isPrinted }: { border: number; isPrinted: boolean }) {
  const size = Buffer.byteLength(text);
  if (size > MOST_BYTES) return undefined;
  const ecc = isPrinted && size <= MOST_CORRECTED_BYTES ? 'medium' : 'low';
  return encodeQR(text, 'raw', { ecc, border, encoding: 'byte' });
}
