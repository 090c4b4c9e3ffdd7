import { qrCode } from '../../core/qr-code.ts';

const BLOCKS = { light: { light: '█', dark: '▀' }, dark: { light: '▄', dark: ' ' } } as const;
/** White on black, so that it is the right way round whatever the colours of the terminal are. */
const COLOURS = ['\x1b[97;40m', '\x1b[0m'] as const;

/** A QR code as lines of half blocks, with its light border; undefined for a text that no code holds. */
export function qrText(text: string, { isColoured }: { isColoured: boolean }) {
  const rows = qrCode(text, { border: 2, isPrinted: false });
  if (rows === undefined) return undefined;
  const [before, after] = isColoured ? COLOURS : ['', ''];
  const shade = (isDark: boolean | undefined) => (isDark ? 'dark' : 'light');
  const lines = [];
  for (let y = 0; y < rows.length; y += 2) {
    const line = rows[y]!.map((isDark, x) => BLOCKS[shade(isDark)][shade(rows[y + 1]?.[x])]).join('');
    lines.push(`${before}${line}${after}\n`);
  }
  return { text: lines.join(''), width: rows.length, height: lines.length };
}
