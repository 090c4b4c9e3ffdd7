import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SALT_BYTES = 32;

/** The bytes were changed, cut off, or sealed under another name or key. */
export class Unsealable extends Error {
  override readonly name = 'Unsealable';
}

/**
 * Encrypts with AES-256-GCM in pieces of 64 KiB, after a random salt. Each file has a key of its own, made of salt and
 * name, so no file can take another one's place; each piece has its number and whether it is the last one, so none can be
 * moved or cut off.
 */
export async function* sealed(content: AsyncIterable<Uint8Array>, key: Buffer, name: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const own = fileKey(key, salt, name);
  yield salt;
  let at = 0;
  for await (const { piece, isLast } of inPieces(content, PIECE_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', own, nonce(at++, isLast));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/** @throws Unsealable before a changed piece is given */
export async function* unsealed(bytes: AsyncIterable<Uint8Array>, key: Buffer, name: string): AsyncGenerator<Buffer> {
  let own: Buffer | undefined;
  let at = 0;
  for await (const { piece, isLast } of inPieces(bytes, PIECE_BYTES + TAG_BYTES, SALT_BYTES)) {
    if (own === undefined) {
      if (piece.length !== SALT_BYTES || isLast) throw new Unsealable('it is cut off');
      own = fileKey(key, piece, name);
    } else yield opened(piece, own, nonce(at++, isLast));
  }
}

function opened(piece: Buffer, key: Buffer, iv: Buffer): Buffer {
  if (piece.length < TAG_BYTES) throw new Unsealable('it is cut off');
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(piece.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new Unsealable('its bytes were changed');
  }
}

const fileKey = (key: Buffer, salt: Uint8Array, name: string) => Buffer.from(hkdfSync('sha256', key, salt, name, 32));

function nonce(at: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(at, 7);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/** Cuts a content into pieces of one size; the last one may be shorter, and is there even if it is empty. */
async function* inPieces(content: AsyncIterable<Uint8Array>, size: number, firstSize = size) {
  let wanted = firstSize;
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of content) {
    waiting.push(bytes);
    length += bytes.length;
    if (length <= wanted) continue;
    const all = Buffer.concat(waiting);
    let at = 0;
    // A full piece waits: it may be the last one.
    while (all.length - at > wanted) {
      yield { piece: all.subarray(at, at + wanted), isLast: false };
      at += wanted;
      wanted = size;
    }
    waiting = [all.subarray(at)];
    length = all.length - at;
  }
  yield { piece: Buffer.concat(waiting), isLast: true };
}
