import { make } from './dom.ts';

/** Has the browser keep a file, as it keeps downloads. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  make('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
