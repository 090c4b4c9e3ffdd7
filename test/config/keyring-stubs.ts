import type { LoadKeyring } from '../../src/config/keyring.ts';

/** A keyring in memory, as a desktop would have it; `secrets` is what it holds. */
export function workingKeyring(secrets = new Map<string, string>()): {
  load: LoadKeyring;
  secrets: Map<string, string>;
} {
  class AsyncEntry {
    readonly name: string;
    constructor(service: string, account: string) {
      this.name = `${service}: ${account}`;
    }
    async getPassword() {
      return secrets.get(this.name) ?? null;
    }
    async setPassword(password: string) {
      secrets.set(this.name, password);
    }
    async deletePassword() {
      return secrets.delete(this.name);
    }
  }
  return { load: async () => ({ AsyncEntry }), secrets };
}

/** The ways in which a machine has no keyring. */
export const BROKEN_KEYRINGS: Readonly<Record<string, LoadKeyring>> = {
  'the package is not installed': async () => {
    throw new Error("Cannot find package '@napi-rs/keyring'");
  },
  'the entry cannot be made': async () => ({
    AsyncEntry: class {
      constructor() {
        throw new Error('no secret service');
      }
      getPassword = async () => null;
      setPassword = async () => {};
      deletePassword = async () => false;
    },
  }),
  'it is locked': async () => ({
    AsyncEntry: class {
      getPassword = () => Promise.reject(new Error('locked'));
      setPassword = () => Promise.reject(new Error('locked'));
      deletePassword = () => Promise.reject(new Error('locked'));
    },
  }),
  'it forgets at once': async () => ({
    AsyncEntry: class {
      getPassword = async () => null;
      setPassword = async () => {};
      deletePassword = async () => false;
    },
  }),
};

export const hangingKeyring: LoadKeyring = async () => ({
  AsyncEntry: class {
    getPassword = () => new Promise<never>(() => {});
    setPassword = () => new Promise<never>(() => {});
    deletePassword = () => new Promise<never>(() => {});
  },
});
