import { randomBytes } from 'node:crypto';
import { sha256Of } from '../../system/sha256.ts';

/** 256 random bits after a prefix that secret scanners can look for. */
export const newTokenText = () => `rcn_${randomBytes(32).toString('base64url')}`;

/** The stored form of a token. A plain hash is right for random keys: they cannot be guessed. */
export const tokenHash = (token: string) => sha256Of(token);
