import type { Readable } from 'node:stream';
import { MAX_PHOTO_BYTES } from '../contract/photo-limits.ts';
import { ReconError } from '../errors.ts';
import type { Operation } from '../http/operation.ts';
import type { Transport } from '../http/transport.ts';
import { isLoopback, parseBaseUrl, parseUrl } from '../system/base-url.ts';

/** Sends requests without a token to another host than the service, such as a store of its pictures. */
export type PictureHosts = (origin: string) => Pick<Transport, 'open'>;

type Service = Pick<Transport, 'open' | 'baseUrl'>;

/**
 * The bytes of a picture at an address that an answer of the service gave. The token goes along below the base URL, as
 * with every request there, and nowhere else.
 * @throws ReconError `protocol` for an address that is none, and for more bytes than a photo may have
 */
export async function fetchPicture(service: Service, address: string, elsewhere: PictureHosts): Promise<Uint8Array> {
  const url = checkedAddress(address);
  const here = await pictureHere(url, service, elsewhere);
  if (here !== undefined) return here;
  const { host, path } = placeOf(url, service, elsewhere);
  const asked: Operation = { method: 'GET', path, query: [...url.searchParams], kind: 'read' };
  try {
    const { body } = await host.open(asked);
    return await readPicture(body);
  } catch (error) {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    // What could be wrong with the address of the service is not wrong with the one that it gave.
    throw error.with({ message: `the picture could not be fetched: ${error.message}`, hint: undefined });
  }
}

/**
 * A service on this machine may name its pictures by its public address, which this machine need not know. So it is asked
 * itself first, without the token: what it has named is signed. Undefined where it shows no picture there.
 */
async function pictureHere(url: URL, { baseUrl }: Service, elsewhere: PictureHosts): Promise<Uint8Array | undefined> {
  if (!isLoopback(new URL(baseUrl).hostname) || isLoopback(url.hostname)) return undefined;
  const asked: Operation = { method: 'GET', path: url.pathname, query: [...url.searchParams], kind: 'read' };
  try {
    const { headers, body } = await elsewhere(baseUrl).open(asked);
    if (headers['content-type']?.startsWith('image/')) return await readPicture(body);
    body.destroy();
    return undefined;
  } catch (error) {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    return undefined;
  }
}

function placeOf(url: URL, service: Service, elsewhere: PictureHosts) {
  const base = new URL(service.baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const isBelow = url.origin === base.origin && url.pathname.startsWith(`${prefix}/`);
  if (isBelow) return { host: service, path: url.pathname.slice(prefix.length) };
  return { host: elsewhere(url.origin), path: url.pathname };
}

function checkedAddress(address: string): URL {
  const url = parseUrl(address);
  const parsed = parseBaseUrl(url?.origin ?? '');
  if (url !== undefined && !('problem' in parsed)) return url;
  // A query may be a key to the picture, so nothing of the address is told but its host.
  const host = url === undefined ? '' : ` at ${url.host}`;
  const problem = 'problem' in parsed ? parsed.problem : '';
  throw new ReconError('protocol', `the service names a picture${host} whose address ${problem}`);
}

async function readPicture(body: Readable): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of body) {
    sizeBytes += piece.length;
    if (sizeBytes > MAX_PHOTO_BYTES) throw new ReconError('protocol', `it has more than ${MAX_PHOTO_BYTES / 1e6} MB`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
