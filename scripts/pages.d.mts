export function buildPages(root: string, outdir: string): Promise<{ name: string; gzipBytes: number }[]>;
