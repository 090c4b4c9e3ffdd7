import type { UrlSigner } from './signing.ts';

/** The service's own absolute URLs. */
export interface Links {
  /** The address under which others reach the service, without a slash at the end. */
  origin(): string;
  /** A URL that shows one picture without a token, for a limited time and while the owner stays the same. */
  image(ownerId: number, fileId: string): string;
  thumb(ownerId: number, fileId: string): string;
}

/** The shortest time that a picture's URL works. */
const VALID_MS = 24 * 3_600_000;

export function createLinks(origin: () => string, signer: UrlSigner): Links {
  const signed = (path: string) => `${origin()}${signer.sign(path, VALID_MS)}`;
  return {
    origin,
    image: (ownerId, fileId) => signed(`/images/${ownerId}/${fileId}`),
    thumb: (ownerId, fileId) => signed(`/images/${ownerId}/${fileId}/thumb`),
  };
}
