import type { UrlSigner } from './signing.ts';

/** The service's own absolute URLs. */
export interface Links {
  /** Where the service is reached from outside, without a slash at the end. */
  origin(): string;
  /** A URL that shows one picture without a token, for a while, as long as the owner stays. */
  image(ownerId: number, fileId: string): string;
  thumb(ownerId: number, fileId: string): string;
}

/** How long a picture's URL opens it at least. */
const VALID_MS = 24 * 3_600_000;

export function createLinks(origin: () => string, signer: UrlSigner): Links {
  const signed = (path: string) => `${origin()}${signer.sign(path, VALID_MS)}`;
  return {
    origin,
    image: (ownerId, fileId) => signed(`/images/${ownerId}/${fileId}`),
    thumb: (ownerId, fileId) => signed(`/images/${ownerId}/${fileId}/thumb`),
  };
}
