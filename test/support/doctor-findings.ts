import type { Finished } from './recon-home.ts';

/** A line of `recon doctor --json`. */
export interface Told {
  state: 'ok' | 'warning' | 'skipped' | 'wrong';
  about: string;
  found: string;
  fix: string;
}

export function toldBy({ exitCode, stdout }: Finished) {
  const all = (JSON.parse(stdout) as { findings: Told[] }).findings;
  return { exitCode, all, wrong: all.filter(({ state }) => state === 'wrong') };
}
