import { stat } from 'node:fs/promises';

/** Compares the last change of name or content; a file that has just disappeared is not old. */
export async function isOlder(path: string, before: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.ctimeMs < before;
}
