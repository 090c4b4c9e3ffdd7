import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../errors.ts';
import { makePrivateFolder } from '../system/private-folder.ts';
import { sha256Of } from '../system/sha256.ts';
import type { Keyring } from './keyring.ts';
import { storageError } from './private-files.ts';

/** A patient whom a command showed, as Tab offers that one. */
export interface KnownName {
  id: string;
  name: string;
  /** Epoch ms. */
  shownAt: number;
}

/** Patients of another service or account have other ids. */
export interface NamesOwner {
  profile: string;
  /** The base URL. */
  service: string;
}

/** After that a name is not offered until a command shows it again. */
const LIFETIME_MS = 15 * 60_000;
/** More names than anybody looks through by Tab. */
const MOST_NAMES = 2_000;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const EMPTY = Buffer.alloc(0);

export type KnownNames = ReturnType<typeof openKnownNames>;

/**
 * The names that Tab offers: a file of mode 0600, encrypted with a random key that only the keyring has. Without a
 * keyring nothing is kept. An erased file stays as an empty one, so that a command which has begun before sees that.
 */
export function openKnownNames(folder: string, owner: NamesOwner) {
  const path = join(folder, fileNameOf(owner));
  const about = Buffer.from(JSON.stringify(['names 1', owner.profile, owner.service]));
  const erase = async (): Promise<void> => {
    try {
      await replace(folder, path, EMPTY);
    } catch (error) {
      throw storageError(error, `erase the names of patients in ${path}`);
    }
  };
  const eraseOld = async (now: number): Promise<void> => {
    for (const name of await readdir(folder).catch(() => [])) {
      const file = join(folder, name);
      const { size, mtimeMs } = await stat(file);
      if (size > 0 && now - mtimeMs > LIFETIME_MS) await replace(folder, file, EMPTY);
    }
  };
  return {
    /** The names by this key that are not too old, the last one shown first; none where the file is not of this key. */
    read: async (key: Buffer, now: number): Promise<KnownName[]> => {
      const bytes = await readFile(path).catch(() => EMPTY);
      return unsealed(bytes, key, about).filter(({ shownAt }) => shownAt <= now && now - shownAt < LIFETIME_MS);
    },
    /** Writes these names, unless another command has written or erased any since `mark` was taken; tells if it did. */
    write: async (names: readonly KnownName[], key: Buffer, mark: string): Promise<boolean> => {
      if ((await markOf(path)) !== mark) return false;
      await replace(folder, path, sealed(names.slice(0, MOST_NAMES), key, about));
      return true;
    },
    /** Changes whenever the file does. */
    mark: () => markOf(path),
    erase,
    /** Removes the file: nobody will ask for names of this owner any more. */
    remove: async (): Promise<void> => {
      try {
        await rm(path, { force: true });
      } catch (error) {
        throw storageError(error, `remove the names of patients in ${path}`);
      }
    },
    /** Erases what other profiles have left here and is too old to be offered. */
    eraseOld,
    /** Erases the names of every profile. */
    eraseAll: async (): Promise<void> => {
      await erase();
      await eraseOld(Number.POSITIVE_INFINITY).catch((error: unknown) => {
        throw storageError(error, `erase the names of patients in ${folder}`);
      });
    },
  };
}

/** The key from this keyring, made where there is none yet; undefined without a keyring. */
export async function namesKey(keyring: Pick<Keyring, 'read' | 'write'>, owner: NamesOwner) {
  const account = namesAccount(owner);
  const kept = await keyring.read(account);
  if (kept === 'unavailable') return undefined;
  const key = readKey(kept.token);
  if (key !== undefined) return key;
  const made = randomBytes(KEY_BYTES);
  return (await keyring.write(account, made.toString('base64'))) === 'written' ? made : undefined;
}

/** What the keyring keeps the key under. */
export const namesAccount = ({ profile, service }: NamesOwner): string => `${profile} ${service} names`;

/** undefined where it is no key. */
export function readKey(text: string | undefined): Buffer | undefined {
  const key = Buffer.from(text ?? '', 'base64');
  return key.length === KEY_BYTES ? key : undefined;
}

const fileNameOf = ({ profile, service }: NamesOwner) =>
  `${sha256Of(JSON.stringify([profile, service])).slice(0, 32)}.names`;

function sealed(names: readonly KnownName[], key: Buffer, about: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(about);
  const text = cipher.update(JSON.stringify(names), 'utf8');
  return Buffer.concat([iv, text, cipher.final(), cipher.getAuthTag()]);
}

function unsealed(bytes: Buffer, key: Buffer, about: Buffer): KnownName[] {
  if (bytes.length < IV_BYTES + TAG_BYTES) return [];
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(about);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as KnownName[];
  } catch {
    return [];
  }
}

async function markOf(path: string): Promise<string> {
  const facts = await stat(path, { bigint: true }).catch(unlessMissing);
  return facts === undefined ? '' : `${facts.ino} ${facts.mtimeNs}`;
}

/** A reader sees the old content or the new one, whole. It is not synced: a power cut costs some names for Tab. */
async function replace(folder: string, path: string, content: Buffer): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await makePrivateFolder(folder);
  try {
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
