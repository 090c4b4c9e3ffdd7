import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { ReconError, systemErrorCode } from '../../errors.ts';
import { newSecretLine } from '../../system/line-text.ts';
import { whyNotRead } from '../../system/why-not-read.ts';
import type { BackupPlace } from './backup-place.ts';
import { damaged } from './damaged.ts';
import { sealed, Unsealable, unsealed } from './sealing.ts';

/** The files of a backup as they were before encryption. */
export interface Backup extends Omit<BackupPlace, 'get'> {
  isEncrypted: boolean;
  /** @throws ReconError `damaged` that names the file, if it is missing or was changed where that can be told */
  get(name: string): AsyncIterable<Uint8Array>;
}

/** It tells that this is the place of a backup. */
export const HEAD = 'backup.json';
const FORMAT = 1;
const SHORTEST_KEY = 32;

interface Head {
  format: number;
  /** Null for a backup that is not encrypted. `check` tells if a key is the right one. */
  encryption: { salt: string; check: string } | null;
}

/** Opens what a backup holds. @throws ReconError `not_found` if there is none, `usage` if the key is not the right one */
export const openBackup = async (place: BackupPlace, keyFile: string | undefined): Promise<Backup> =>
  withKey(place, await requireHead(place), keyFile);

/** @throws ReconError `not_found` if there is no backup */
export async function requireHead(place: BackupPlace): Promise<Head> {
  const head = await readHead(place);
  if (head !== undefined) return head;
  throw new ReconError('not_found', `there is no backup: ${place.whereIs(HEAD)} is not there`, {
    hint: 'check the place as it is typed',
  });
}

/** The same, and begins a backup in an empty place: then it is new. */
export async function beginBackup(
  place: BackupPlace,
  keyFile: string | undefined,
): Promise<{ backup: Backup; isNew: boolean }> {
  const head = await readHead(place);
  if (head !== undefined) return { backup: await withKey(place, head, keyFile), isNew: false };
  if ((await place.list('.')).length > 0) {
    throw new ReconError('usage', `${place.whereIs('.')} holds other files, and no backup`, {
      hint: 'give an empty place, or one that is not there yet',
    });
  }
  const secret = keyFile === undefined ? undefined : await readNewKey(keyFile);
  const { fresh, key } = newHead(secret);
  await place.put(HEAD, piecesOf(`${JSON.stringify(fresh)}\n`));
  return { backup: key === undefined ? plain(place) : encrypted(place, key), isNew: true };
}

export async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

async function readHead(place: BackupPlace): Promise<Head | undefined> {
  let text: string;
  try {
    text = String(await buffer(place.get(HEAD)));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const head = parsedHead(text);
  if (head === undefined) throw damaged(place, HEAD, 'it cannot be read');
  if (head.format <= FORMAT) return head;
  throw new ReconError('storage', `the backup is of a newer recon (form ${head.format}, this one knows ${FORMAT})`);
}

function parsedHead(text: string): Head | undefined {
  try {
    const { format, encryption } = JSON.parse(text) as Head;
    const isWhole = encryption === null || (isHex(encryption.salt) && isHex(encryption.check));
    return Number.isInteger(format) && isWhole ? { format, encryption } : undefined;
  } catch {
    return undefined;
  }
}

const isHex = (text: unknown) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);

async function withKey(place: BackupPlace, { encryption }: Head, keyFile: string | undefined): Promise<Backup> {
  if (encryption === null) {
    if (keyFile === undefined) return plain(place);
    throw new ReconError('usage', `the backup in ${place.whereIs('.')} is not encrypted`, {
      hint: 'leave --key-file out, or give another place for an encrypted backup',
    });
  }
  if (keyFile === undefined) {
    throw new ReconError('usage', `the backup in ${place.whereIs('.')} is encrypted`, {
      hint: 'give the file with its key: --key-file FILE',
    });
  }
  const key = stretched(await readKey(keyFile, LOST_KEY), encryption.salt);
  if (!timingSafeEqual(Buffer.from(checkOf(key), 'hex'), Buffer.from(encryption.check, 'hex'))) {
    throw new ReconError('usage', `the key in ${keyFile} is not that of this backup`, LOST_KEY);
  }
  return encrypted(place, key);
}

/** With the key to it; without a key for a backup that is not encrypted. */
function newHead(secret: string | undefined): { fresh: Head; key?: Buffer } {
  if (secret === undefined) return { fresh: { format: FORMAT, encryption: null } };
  const salt = randomBytes(32).toString('hex');
  const key = stretched(secret, salt);
  return { fresh: { format: FORMAT, encryption: { salt, check: checkOf(key) } }, key };
}

/** Guessing a short secret takes long: 0.1 s and 32 MiB each. */
const stretched = (secret: string, salt: string) =>
  scryptSync(secret, Buffer.from(salt, 'hex'), 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });

const checkOf = (key: Buffer) => createHmac('sha256', key).update('the key of this backup').digest('hex');

/** A new key, typed over the one of a backup that is there, would end that backup: so nobody is told to make one. */
const ITS_KEY = 'check the path: it has to be the key that the backup was made with';
const LOST_KEY = {
  hint: ITS_KEY,
  details: [
    'Without its key nothing of it can be read; where the service still runs, begin a new backup elsewhere with a new key.',
  ],
};
const OTHER_FILE =
  'name the file of the key; for a new key name a file that is not there yet, and the line that makes it is told';

/** For a backup that is begun. A key can be made where no file is that it would replace. */
const readNewKey = (path: string) => readKey(path, { hint: OTHER_FILE, ifMissing: `make one: ${newSecretLine(path)}` });

async function readKey(
  path: string,
  { hint, ifMissing = hint, details = [] }: { hint: string; ifMissing?: string; details?: string[] },
) {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new ReconError('usage', `the key file ${path} ${whyNotRead(error)}`, {
      hint: systemErrorCode(error) === 'ENOENT' ? ifMissing : hint,
      details,
      cause: error,
    });
  });
  const key = text.trim();
  if (key.length >= SHORTEST_KEY) return key;
  throw new ReconError('usage', `the key in ${path} is too short: it needs ${SHORTEST_KEY} characters`, {
    hint,
    details,
  });
}

function plain(place: BackupPlace): Backup {
  return { ...place, isEncrypted: false, get: (name) => found(place, name, place.get(name)) };
}

function encrypted(place: BackupPlace, key: Buffer): Backup {
  return {
    ...place,
    isEncrypted: true,
    put: (name, content) => place.put(name, sealed(content, key, name)),
    get: (name) => found(place, name, unsealed(place.get(name), key, name)),
  };
}

/** Names the file where its bytes cannot be given. */
async function* found(place: BackupPlace, name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    if (error instanceof Unsealable) throw damaged(place, name, error.message);
    if (systemErrorCode(error) === 'ENOENT') throw damaged(place, name, 'it is not there');
    if (systemErrorCode(error) === 'EIO') throw damaged(place, name, 'the disk cannot read it');
    throw error;
  }
}
