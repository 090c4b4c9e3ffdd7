/** What is used of `@napi-rs/keyring`; a test may hand in its own. */
export interface KeyringModule {
  AsyncEntry: new (
    service: string,
    account: string,
    options?: { linux?: { store?: 'secret-service' } },
  ) => {
    getPassword(signal?: AbortSignal): Promise<string | null | undefined>;
    setPassword(password: string, signal?: AbortSignal): Promise<void>;
    deletePassword(signal?: AbortSignal): Promise<boolean>;
  };
}

export type LoadKeyring = () => Promise<KeyringModule>;

/** The operating system's keyring, or `'unavailable'` where it does not answer within 3 s. */
export interface Keyring {
  read(account: string): Promise<string | undefined | 'unavailable'>;
  write(account: string, token: string): Promise<'written' | 'unavailable'>;
  remove(account: string): Promise<'removed' | 'absent' | 'unavailable'>;
}

const SERVICE = 'recon';
const PATIENCE_MS = 3_000;

/**
 * Any throw means unavailable: a machine without a desktop has no keyring, and says so in many
 * ways. The store is pinned because the package's own choice falls back, silently, to a store that
 * forgets at the next start of the machine.
 */
export function openKeyring(load: LoadKeyring): Keyring {
  const attempt = async <T>(
    account: string,
    act: (entry: InstanceType<KeyringModule['AsyncEntry']>, signal: AbortSignal) => Promise<T>,
  ): Promise<T | 'unavailable'> => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const tooLong = new Promise<'unavailable'>((resolve) => {
      signal.addEventListener('abort', () => resolve('unavailable'), { once: true });
    });
    const asked = (async () => {
      const { AsyncEntry } = await load();
      return await act(new AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } }), signal);
    })().catch(() => 'unavailable' as const);
    return await Promise.race([asked, tooLong]);
  };
  return {
    read: (account) => attempt(account, async (entry, signal) => (await entry.getPassword(signal)) ?? undefined),
    write: (account, token) =>
      attempt(account, async (entry, signal) => {
        await entry.setPassword(token, signal);
        // A keyring that takes a secret and does not give it back would be found out at the next command.
        if ((await entry.getPassword(signal)) !== token) throw new Error('the keyring did not keep the secret');
        return 'written' as const;
      }),
    remove: (account) =>
      attempt(account, async (entry, signal) => ((await entry.deletePassword(signal)) ? 'removed' : 'absent')),
  };
}
