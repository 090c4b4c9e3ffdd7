import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits after a prefix that secret scanners can look for. */
export const newTokenText = () => `rcn_${randomBytes(32).toString('base64url')}`;

/** What is kept of a token. A plain hash is right for random keys: there is nothing to guess. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex');
