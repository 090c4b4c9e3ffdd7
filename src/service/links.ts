import type { UrlSigner } from './signing.ts';

/** The service's own absolute URLs. */
export type Links = ReturnType<typeof createLinks>;

/** The shortest time that a picture's URL works. */
const VALID_MS = 24 * 3_600_000;

/** `origin` gives the address under which others reach the service, without a slash at the end. */
export function createLinks(origin: () => string, signer: UrlSigner) {
  const signed = (path: string) => `${origin()}${signer.sign(path, VALID_MS)}`;
  return {
    origin,
    /** A path of ours as others reach it: a public URL may have a path of its own, which the proxy takes away. */
    path: (path: string) => `${new URL(origin()).pathname.replace(/\/$/, '')}${path}`,
    /** A URL that shows one picture without a token, for a limited time and while the owner stays the same. */
    image: (ownerId: number, fileId: string) => signed(`/images/${ownerId}/${fileId}`),
    thumb: (ownerId: number, fileId: string) => signed(`/images/${ownerId}/${fileId}/thumb`),
  };
}
