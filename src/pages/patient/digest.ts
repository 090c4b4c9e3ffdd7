import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

// A browser has SHA-256 of its own only on https and on this machine; in a clinic's own network there may be neither.
export const sha256Hex = (bytes: ArrayBuffer): string => bytesToHex(sha256(new Uint8Array(bytes)));

/** What a link is called on this phone: the secret itself is not kept. */
export const linkName = (path: string): string => bytesToHex(sha256(utf8ToBytes(path))).slice(0, 32);

export const newId = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
