import { examinePhoto } from '../photo/examine.ts';

/** Hex; equal where two photos have the same pixels, whatever else is in the files; undefined for what is no good photo. */
export async function pictureHashOf(bytes: Uint8Array): Promise<string | undefined> {
  const examined = await examinePhoto(bytes, { isDecodedLater: true });
  return examined.ok ? examined.facts.pictureHash : undefined;
}
