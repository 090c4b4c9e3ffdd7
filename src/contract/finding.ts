import type { Line } from '../errors.ts';

/** What a look at one thing found. */
export interface Finding {
  /** The thing: a word or two. */
  about: string;
  isRight: boolean;
  /** What is there, in words. */
  found: string;
  /** What to do; empty where nothing is wrong. */
  fix: Line;
}

export const right = (about: string, found: string): Finding => ({ about, isRight: true, found, fix: '' });

export const wrong = (about: string, found: string, fix: Line): Finding => ({ about, isRight: false, found, fix });
