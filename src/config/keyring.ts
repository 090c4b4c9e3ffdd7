import type { ChildProcess } from 'node:child_process';

const SERVICE = 'recon';
const PATIENCE_MS = 3_000;

/**
 * A program that runs in its own process: a hanging keyring blocks its thread for good, and a process with a blocked
 * thread cannot end. The token comes through stdin, never through the arguments. The store is named, because the
 * package would otherwise fall back, without a word, to a store that forgets everything when the machine restarts.
 * Ctrl-C reaches all processes of a terminal: this one goes on, lest a new token be lost.
 */
const PROGRAM = `
process.on('SIGINT', () => {});
const { readFileSync, writeFileSync } = require('node:fs');
const { service, account, action, token } = JSON.parse(readFileSync(0, 'utf8'));
const { Entry } = require(process.argv[1]);
const entry = new Entry(service, account, { linux: { store: 'secret-service' } });
const actions = {
  read: () => entry.getPassword(),
  write: () => {
    entry.setPassword(token);
    return entry.getPassword() === token;
  },
  remove: () => entry.deletePassword(),
};
writeFileSync(1, JSON.stringify({ answer: actions[action]() ?? null }));
`;

export type Keyring = ReturnType<typeof openKeyring>;

/**
 * The operating system's keyring. Any failure, also silence for 3 s, means unavailable: a machine without a desktop has
 * no keyring and reports that in many ways. `module` is the path of another package with the same `Entry`.
 */
export function openKeyring(module?: string, patienceMs: number = PATIENCE_MS) {
  const ask = async (request: { action: 'read' | 'write' | 'remove'; account: string; token?: string }) => {
    const path = module ?? (await installedModule());
    if (path === undefined) return undefined;
    return await askChild(path, JSON.stringify({ service: SERVICE, ...request }), patienceMs);
  };
  return {
    read: async (account: string): Promise<{ token: string | undefined } | 'unavailable'> => {
      const answer = await ask({ action: 'read', account });
      if (answer === undefined) return 'unavailable';
      return { token: typeof answer === 'string' ? answer : undefined };
    },
    /** The token is written and read back. */
    write: async (account: string, token: string) =>
      (await ask({ action: 'write', account, token })) === true ? 'written' : 'unavailable',
    remove: async (account: string) => {
      const answer = await ask({ action: 'remove', account });
      if (answer === undefined) return 'unavailable';
      return answer === true ? 'removed' : 'absent';
    },
  };
}

/**
 * Reads a secret in this process, which takes a third of the time of another one. For a program that ends itself if the
 * keyring hangs, and with it this thread. Throws whatever the package throws.
 */
export async function readInThisProcess(account: string): Promise<string | undefined> {
  const module = await installedModule();
  if (module === undefined) return undefined;
  const { createRequire } = await import('node:module');
  const { Entry } = createRequire(import.meta.url)(module) as typeof import('@napi-rs/keyring');
  return new Entry(SERVICE, account, { linux: { store: 'secret-service' } }).getPassword() ?? undefined;
}

/** The package is optional: it has no build for some platforms. */
async function installedModule(): Promise<string | undefined> {
  const { createRequire } = await import('node:module');
  const require = createRequire(import.meta.url);
  try {
    return require.resolve('@napi-rs/keyring');
  } catch {
    return undefined;
  }
}

/** The keyring's answer; undefined if it failed or did not answer in time. */
async function askChild(module: string, request: string, patienceMs: number): Promise<unknown> {
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, ['-e', PROGRAM, module], {
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  try {
    child.stdin.on('error', () => {});
    child.stdin.end(request);
    const text = await outputOf(child);
    return text === undefined ? undefined : (JSON.parse(text) as { answer: unknown }).answer;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function outputOf(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? text : undefined));
  });
}
