import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ReconError } from '../errors.ts';
import { parseBaseUrl } from '../system/base-url.ts';
import { withFileLock } from '../system/file-lock.ts';
import { type Grant, parseGrant } from '../system/grant.ts';
import { openCredentialsFile } from './credentials-file.ts';
import type { Keyring } from './keyring.ts';
import type { Environment } from './paths.ts';
import { makeClosedFolder, storageError } from './private-files.ts';
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

/** A token, and what it came with where it is of an OAuth login. */
export type FoundToken = { token: string; from: TokenPlace } & ({ grant?: undefined } | { grant: Grant });

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

/** Whoever renews a grant may wait for an issuer that does not answer, and so does whoever waits for the lock. */
const GRANT_PATIENCE_MS = 150_000;

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
  /** The file first: `login` leaves a text in one of the two. */
  const find = async (account: string): Promise<Kept | { unavailable: boolean }> => {
    const filed = await file.read(account);
    if (filed !== undefined) return { text: filed, from: filePlace };
    const kept = await keyring.read(account);
    if (kept === 'unavailable') return { unavailable: true };
    return kept.token === undefined ? { unavailable: false } : { text: kept.token, from: KEYRING };
  };
  /** The origins for which the file has a token of the profile. */
  const filedOrigins = async (profile: string): Promise<string[]> =>
    (await file.accounts()).flatMap((account) => {
      const [name, at = ''] = account.split(' ');
      return name === profile ? [at] : [];
    });
  const hasKeyring = async () => (await keyring.read('recon')) !== 'unavailable';
  const keep = async (account: string, text: string, insecure: boolean): Promise<TokenPlace> => {
    if (insecure) {
      await file.write(account, text);
      return filePlace;
    }
    if ((await keyring.write(account, text)) === 'unavailable') throw noKeyring();
    await file.remove(account);
    return KEYRING;
  };
  const forget = async (account: string): Promise<Forgotten> => {
    const isFiled = await file.remove(account);
    const fromKeyring = await keyring.remove(account);
    const places = [...(isFiled ? [filePlace] : []), ...(fromKeyring === 'removed' ? [KEYRING] : [])];
    return { places, isUnsure: !isFiled && fromKeyring === 'unavailable' };
  };
  /** Runs `work` while no other process changes a grant: a renewal ends the tokens before it. */
  const locked = async <T>(work: () => Promise<T>, signal?: AbortSignal) => {
    const path = join(configFolder, 'grant.lock');
    await makeClosedFolder(configFolder);
    return await withFileLock(path, work, { patienceMs: GRANT_PATIENCE_MS, ...(signal && { signal }) }).catch(
      (error) => {
        throw storageError(error, `use the lock ${path}`);
      },
    );
  };
  const findGrant = async (owner: TokenOwner): Promise<(FoundToken & { grant: Grant }) | { unavailable: boolean }> => {
    const found = await find(grantAccountOf(owner));
    if (!('text' in found)) return found;
    const grant = parseGrant(found.text);
    if (grant === undefined) throw damagedGrant(found.from);
    return { token: checkToken(grant.accessToken, `the token in ${found.from.where}`), from: found.from, grant };
  };
  return {
    /**
     * The token of exactly this owner. `serviceTokenFile` is the file that `recon serve` keeps for its own profile;
     * `isGranted` if the owner has logged in by OAuth.
     */
    tokenFor: async (
      owner: TokenOwner,
      serviceTokenFile?: string,
      isGranted = false,
    ): Promise<FoundToken | { unavailable: boolean }> => {
      const given = await fromEnvironment(environment, owner.origin, readOnce);
      if (given !== undefined) return given;
      // `serve` writes this file and `login` removes it, so if it is set, it is the newest token.
      if (serviceTokenFile !== undefined) {
        const { token, from } = await fromService(serviceTokenFile);
        return { token, from: { ...from, isOpen: await warnOfOthers(serviceTokenFile) } };
      }
      if (isGranted) return await findGrant(owner);
      const found = await find(accountOf(owner));
      if (!('text' in found)) return found;
      return { token: checkToken(found.text, `the token in ${found.from.where}`), from: found.from };
    },
    /** The profiles that have a token in the file. */
    filedProfiles: async (): Promise<ReadonlySet<string>> =>
      new Set((await file.accounts()).map((account) => account.split(' ')[0]!)),
    /** The file with tokens of the profile, and for which other origins they are; undefined where it has none. */
    filedElsewhere: async ({ profile, origin }: TokenOwner) => {
      const origins = (await filedOrigins(profile)).filter((at) => at !== origin);
      return origins.length === 0 ? undefined : { path: file.path, origins };
    },
    /** Stores a checked token in the keyring, or in a file of mode 0600 if `insecure`. */
    keep: (owner: TokenOwner, token: string, insecure: boolean) => keep(accountOf(owner), token, insecure),
    /** Whether this computer has a keyring that answers. */
    hasKeyring,
    /** Whether a login of this profile is kept in the file, as it was before, because no keyring answers. */
    staysInFile: async ({ profile }: TokenOwner) => (await filedOrigins(profile)).length > 0 && !(await hasKeyring()),
    /** @throws ReconError where nothing could be kept */
    refuseNoPlace: async (insecure: boolean) => {
      if (!insecure && !(await hasKeyring())) throw noKeyring();
    },
    /** Stores what an OAuth login gave, likewise. */
    keepGrant: (owner: TokenOwner, grant: Grant, insecure: boolean) =>
      locked(() => keep(grantAccountOf(owner), JSON.stringify(grant), insecure)),
    /**
     * Gives the kept grant to `renew` and keeps what it returns, while no other process does the same. undefined if there
     * is none any more.
     */
    renewGrant: (owner: TokenOwner, renew: (kept: Grant) => Promise<Grant>, signal?: AbortSignal) =>
      locked(async () => {
        const kept = await findGrant(owner);
        if ('unavailable' in kept) {
          if (kept.unavailable) throw new ReconError('not_logged_in', 'the keyring of this computer did not answer');
          return undefined;
        }
        const renewed = await renew(kept.grant);
        if (renewed === kept.grant) return renewed;
        await keep(grantAccountOf(owner), JSON.stringify(renewed), kept.from.kind === 'file').catch(() => {
          onWarning('the renewed token could not be kept; log in again before the next command');
        });
        return renewed;
      }, signal),
    /** Removes the token from every place it may be in. */
    forget: (owner: TokenOwner) => forget(accountOf(owner)),
    /**
     * Removes the tokens of a profile at other addresses, which a later `config set base-url` has left: those that the file
     * has, and of the keyring those at `known`, since nobody can list a keyring. `unsure` are the origins of which a keyring
     * that did not answer may have one.
     */
    forgetElsewhere: async ({ profile, origin }: TokenOwner, known: readonly string[]) => {
      const others = [...new Set([...known, ...(await filedOrigins(profile))])].filter((at) => at !== origin);
      const places: TokenPlace[] = [];
      const unsure: string[] = [];
      for (const other of others) {
        const owner = { profile, origin: other };
        const { places: plain, isUnsure } = await forget(accountOf(owner));
        const left = [...plain, ...(await forget(grantAccountOf(owner))).places];
        places.push(...left);
        if (isUnsure && left.length === 0) unsure.push(other);
      }
      return { places, unsure };
    },
    /** Removes what an OAuth login gave, and returns that too, for its issuer to be told. */
    forgetGrant: (owner: TokenOwner) =>
      locked(async () => {
        const kept = await findGrant(owner).catch(() => undefined);
        const forgotten = await forget(grantAccountOf(owner));
        return { ...forgotten, grant: kept && 'grant' in kept ? kept.grant : undefined };
      }),
  };
}

/** The places that had a token, and whether a keyring that did not answer may have it still. */
interface Forgotten {
  places: TokenPlace[];
  isUnsure: boolean;
}

interface Kept {
  text: string;
  from: TokenPlace;
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
    const folder = dirname(path);
    if (!existsSync(folder)) throw folderGone(folder, error);
    throw new ReconError('not_logged_in', `the token of the service on this machine cannot be read from ${path}`, {
      details: ['or put another token of it into a file that only you can read, and its path into RECON_TOKEN_FILE'],
      hint: {
        command: ['serve', '--data', folder],
        because: 'a start writes the token anew; where the service runs, stop it first',
      },
      cause: error,
    });
  }
}

/** The usual start would begin an empty service. */
const folderGone = (folder: string, cause: unknown) =>
  new ReconError('not_logged_in', `the data of the service on this machine are not in ${folder} any more`, {
    details: [{ before: 'for a new service without patients', command: ['serve', '--data', folder] }],
    hint: { command: ['serve', '--data', 'NEWFOLDER'], because: 'with the folder that they were moved to' },
    cause,
  });

const accountOf = ({ profile, origin }: TokenOwner) => `${profile} ${origin}`;
/** Apart from the token of a login without OAuth: an earlier version would send all of it as a token. */
const grantAccountOf = (owner: TokenOwner) => `${accountOf(owner)} oauth`;

const damagedGrant = ({ where }: TokenPlace) =>
  new ReconError('storage', `the login in ${where} cannot be understood`, { hint: { command: ['login'] } });

const noKeyring = () =>
  new ReconError('usage', 'this computer has no keyring that answers, so a token cannot be kept in one', {
    details: [
      'other ways: put the token into a file that only you can read, and its path into RECON_TOKEN_FILE',
      'or let recon write it to such a file: --insecure-storage (anyone who can read your files can then use it)',
      'or, on a desktop, unlock the keyring and repeat this',
    ],
    hint: 'the same command with --insecure-storage',
  });
