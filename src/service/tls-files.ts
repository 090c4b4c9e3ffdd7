import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { systemErrorCode } from '../errors.ts';
import { whyNotRead } from '../system/why-not-read.ts';
import type { Log } from './domain/store.ts';
import { tlsProblem } from './tls-problem.ts';

/** A certificate chain and its private key: paths or PEM text. */
export interface TlsPair {
  cert: string;
  key: string;
}

/** The time between two looks. A file is read when it has been the same for two of them. */
const LOOK_MS = 2_000;

/**
 * Looks for another certificate in the files of the present one, and hands a pair over that fits together. Looks by time
 * and not by a watch: links that are turned to another file, as certbot's and Kubernetes' are, tell a watch nothing.
 * `onTrouble` is told why the files of now are not in use, without a path, and undefined once they are.
 */
export function followTlsFiles(
  files: TlsPair,
  present: TlsPair,
  {
    onPair,
    onLog,
    onTrouble = () => {},
    now,
    everyMs = LOOK_MS,
  }: {
    onPair: (pair: TlsPair) => void;
    onLog: Log;
    onTrouble?: (why: string | undefined) => void;
    now: () => number;
    everyMs?: number;
  },
): () => void {
  let used = present;
  let seen: string | undefined;
  let done: string | undefined;
  let isOver = false;
  let timer: NodeJS.Timeout;

  async function look(): Promise<void> {
    const now = await factsOf(files);
    // Half a renewal is seen as such only until the other half is there.
    if (now === seen && now !== done) {
      done = now;
      await take();
    }
    seen = now;
    if (!isOver) timer = setTimeout(() => void look(), everyMs).unref();
  }

  async function take(): Promise<void> {
    try {
      const [cert, key] = await Promise.all([readPart('--tls-cert', files.cert), readPart('--tls-key', files.key)]);
      if (cert === used.cert && key === used.key) return onTrouble(undefined);
      createSecureContext({ cert, key });
      const ended = endOf(cert, now());
      if (ended !== undefined && endOf(used.cert, now()) === undefined) {
        onLog(
          `TLS: the changed certificate ${ended}; the earlier one stays, until ${dayOf(endingOf(used.cert))}`,
          'fault',
        );
        return onTrouble('the certificate in them has ended');
      }
      onPair({ cert, key });
      used = { cert, key };
      onTrouble(undefined);
      const inUse = 'TLS: the changed certificate is in use';
      if (ended === undefined) onLog(`${inUse}, until ${dayOf(endingOf(cert))}`, 'news');
      else onLog(`${inUse}, but it ${ended}`, 'fault');
    } catch (error) {
      onLog(`TLS: the changed files cannot be used: ${whyNotUsed(error)}; the earlier ones stay`, 'fault');
      onTrouble(opensslProblem(error) ?? 'one of them cannot be read');
    }
  }

  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

async function readPart(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`${path} of ${flag} ${whyNotRead(error)}`);
  }
}

function whyNotUsed(error: unknown): string {
  return opensslProblem(error) ?? (error instanceof Error ? error.message : String(error));
}

const opensslProblem = (error: unknown): string | undefined => tlsProblem(systemErrorCode(error) ?? '')?.[0];

/** A certificate that has ended serves nobody: said where a person looks for why. */
export function tellEnded(cert: string, now: number, onLog: Log): void {
  const ended = endOf(cert, now);
  if (ended !== undefined) onLog(`TLS: the certificate ${ended}`, 'fault');
}

/** As a phrase that follows the certificate; undefined before its end. */
function endOf(pem: string, now: number): string | undefined {
  const end = endingOf(pem);
  if (!(end < now)) return undefined;
  return `ended on ${dayOf(end)}: clients refuse it, so put a new one there`;
}

const endingOf = (pem: string): number => Date.parse(new X509Certificate(pem).validTo);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Differs when a file was written, replaced, or its link turned. */
async function factsOf({ cert, key }: TlsPair): Promise<string> {
  const facts = await Promise.all([cert, key].map((path) => stat(path, { bigint: true }).catch(() => undefined)));
  return facts.map((one) => (one === undefined ? 'missing' : `${one.ino} ${one.size} ${one.mtimeNs}`)).join(', ');
}
