import type { Violation } from '../contract/photo-rules.ts';
import { listed } from './draft.ts';

/** All that is wrong with one request. */
export interface RequestProblems {
  /** Rules of types, providers, photos and measures. */
  violations: readonly Violation[];
  /** Photos that cannot be sent, as sentences. */
  photos: readonly string[];
  /** Anything else, as sentences. */
  others: readonly string[];
}

/** Whole sentences. `nameOf`: how a value is called there, `--left-45` on a command line and `left_45` in a file. */
export function problemSentences(
  { violations, photos, others }: RequestProblems,
  nameOf: (name: string) => string,
): string[] {
  const wrong = violations.filter(({ code }) => code !== 'missing');
  const missing = violations.filter(({ code }) => code === 'missing');
  const broken = wrong.map(({ name, message }) => `${nameOf(name)} ${message}`);
  return [...others, ...broken, ...photos, ...missingSentences(missing, nameOf)];
}

/** `--left, --front and --right are missing for a face reconstruction`: one sentence per reason. */
function missingSentences(missing: readonly Violation[], nameOf: (name: string) => string): string[] {
  const byReason = new Map<string, string[]>();
  for (const { name, message } of missing) {
    const reason = message.replace(/^is missing/, '');
    byReason.set(reason, [...(byReason.get(reason) ?? []), nameOf(name)]);
  }
  return [...byReason].map(
    ([reason, names]) => `${listed(names)} ${names.length === 1 ? 'is' : 'are'} missing${reason}`,
  );
}
