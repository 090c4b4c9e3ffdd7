import { ReconError } from '../errors.ts';
import { parseBaseUrl } from '../system/base-url.ts';
import { openCredentialsFile } from './credentials-file.ts';
import type { Keyring } from './keyring.ts';
import type { Environment } from './paths.ts';
import { checkToken, readTokenFile, tokenFileWarnings } from './token-file.ts';

/** The place where a token was found or stored. */
export interface TokenPlace {
  kind: 'environment' | 'environment-file' | 'file' | 'keyring' | 'service';
  /** The place in words: "RECON_TOKEN", "the keyring of this computer", "/home/ana/.config/recon/credentials.json". */
  where: string;
  /** Where it is a file that a person or the service made. */
  path?: string;
  /** Others can read it. */
  isOpen?: boolean;
}

/** The owner of a token: one profile at one origin. A token is never sent to another origin. */
export interface TokenOwner {
  profile: string;
  /** The origin as `parseBaseUrl` gives it. */
  origin: string;
}

export interface CredentialParts {
  configFolder: string;
  environment: Environment;
  keyring: Keyring;
  /** Gets a sentence about the way a token is stored. */
  onWarning?: ((sentence: string) => void) | undefined;
}

const KEYRING: TokenPlace = { kind: 'keyring', where: 'the keyring of this computer' };

export type Credentials = ReturnType<typeof createCredentials>;

export function createCredentials({ configFolder, environment, keyring, onWarning = () => {} }: CredentialParts) {
  const file = openCredentialsFile(configFolder);
  const filePlace: TokenPlace = { kind: 'file', where: file.path };
  const warnOfOthers = tokenFileWarnings(onWarning);
  /** The file is read only once: a pipe gives its token to the first reader only. */
  let read: Promise<string> | undefined;
  const readOnce = async (path: string) => {
    read ??= readTokenFile(path, 'RECON_TOKEN_FILE');
    const token = await read;
    return { token, path, isOpen: await warnOfOthers(path) };
  };
  return {
    /** The token of exactly this owner. `serviceTokenFile` is the file that `recon serve` keeps for its own profile. */
    tokenFor: async (
      owner: TokenOwner,
      serviceTokenFile?: string,
    ): Promise<{ token: string; from: TokenPlace } | { unavailable: boolean }> => {
      const given = await fromEnvironment(environment, owner.origin, readOnce);
      if (given !== undefined) return given;
      // `serve` writes this file and `login` removes it, so if it is set, it is the newest token.
      if (serviceTokenFile !== undefined) {
        const { token, from } = await fromService(serviceTokenFile);
        return { token, from: { ...from, isOpen: await warnOfOthers(serviceTokenFile) } };
      }
      const account = accountOf(owner);
      const filed = await file.read(account);
      if (filed !== undefined) return { token: checkToken(filed, `the token in ${file.path}`), from: filePlace };
      const kept = await keyring.read(account);
      if (kept === 'unavailable') return { unavailable: true };
      if (kept.token === undefined) return { unavailable: false };
      return { token: checkToken(kept.token, 'the token in the keyring'), from: KEYRING };
    },
    /** Stores a checked token in the keyring, or in a file of mode 0600 if `insecure`. */
    keep: async (owner: TokenOwner, token: string, insecure: boolean): Promise<TokenPlace> => {
      const account = accountOf(owner);
      if (insecure) {
        await file.write(account, token);
        return filePlace;
      }
      if ((await keyring.write(account, token)) === 'unavailable') throw noKeyring();
      await file.remove(account);
      return KEYRING;
    },
    /** Removes the token from every place it may be in, and returns the places that had it. */
    forget: async (owner: TokenOwner) => {
      const account = accountOf(owner);
      const places: TokenPlace[] = [];
      if (await file.remove(account)) places.push(filePlace);
      if ((await keyring.remove(account)) === 'removed') places.push(KEYRING);
      return places;
    },
  };
}

/**
 * The token of the environment goes to the service that the environment names; if it names none, to the service that
 * the person chose.
 */
async function fromEnvironment(
  environment: Environment,
  origin: string,
  read: (path: string) => Promise<{ token: string; path: string; isOpen: boolean }>,
) {
  const { RECON_TOKEN_FILE: path, RECON_TOKEN: text, RECON_BASE_URL: baseUrl } = environment;
  if (!path && !text) return undefined;
  if (baseUrl) {
    const named = parseBaseUrl(baseUrl);
    if ('problem' in named || named.origin !== origin) return undefined;
  }
  if (path) {
    const { token, ...file } = await read(path);
    return { token, from: { kind: 'environment-file', where: `RECON_TOKEN_FILE (${path})`, ...file } as const };
  }
  const token = checkToken(text ?? '', 'RECON_TOKEN');
  return { token, from: { kind: 'environment', where: 'RECON_TOKEN' } as const };
}

async function fromService(path: string) {
  try {
    const token = await readTokenFile(path, 'the service on this machine');
    return { token, from: { kind: 'service', where: path, path } as const };
  } catch (error) {
    throw new ReconError('not_logged_in', `the token of the service on this machine cannot be read from ${path}`, {
      hint: { command: ['serve'] },
      cause: error,
    });
  }
}

const accountOf = ({ profile, origin }: TokenOwner) => `${profile} ${origin}`;

const noKeyring = () =>
  new ReconError('usage', 'this computer has no keyring that answers, so the token was not kept', {
    details: [
      'other ways: put the token into a file that only you can read, and its path into RECON_TOKEN_FILE',
      'or let recon write it to such a file: --insecure-storage (anyone who can read your files can then use it)',
      'or, on a desktop, unlock the keyring and repeat this',
    ],
    hint: 'the same command with --insecure-storage',
  });
