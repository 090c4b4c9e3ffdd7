const UNITS: Readonly<Record<string, number>> = { kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };

/** `500MB`, `1.5 TB` → bytes above 0, by powers of 1000; undefined for anything else. */
export function parseByteSize(text: string): number | undefined {
  const match = /^(\d{1,6}(?:\.\d{1,3})?) ?([kmgt]b)$/i.exec(text);
  if (match === null) return undefined;
  const bytes = Number(match[1]) * UNITS[match[2]!.toLowerCase()]!;
  return bytes > 0 ? Math.round(bytes) : undefined;
}

/** `850 kB`, `3.2 MB`, `50.0 GB`. */
export function byteSizeText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
