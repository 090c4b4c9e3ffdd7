import { ofAdults } from '../contract/measure-hints.ts';
import type { Violation } from '../contract/photo-rules.ts';
import { MEASURES, typeWord, VIEWS } from '../contract/reconstruction.ts';
import { brokenRules, type Draft, listed, warningsOf } from './draft.ts';

/** The findings about its photos, as sentences. */
export interface PhotoRemarks {
  problems: readonly string[];
  warnings: readonly string[];
}

export interface CheckRules {
  /** How a value is called in a sentence: `--left-45` on a command line, and `left_45` in a file. */
  nameOf?: (name: string) => string;
  /** Broken rules, if they depend on more than the draft: on what the patient has already. */
  violations?: readonly Violation[] | undefined;
  /** Whoever reads it has a list, and may know no flags: what is missing tells which are photos, and the type in words. */
  isList?: boolean;
}

export interface RequestCheck {
  /** Whole sentences. If there are none, the request may be sent. */
  problems: string[];
  /** The code of the error that names the problems. */
  code: 'usage' | 'rule_broken' | 'photo_rejected';
  missing: Violation[];
  warnings: string[];
}

/** The check of a patient request, the same for flags, data files, prompts and rows. */
export function checkRequest(
  draft: Draft,
  photos: PhotoRemarks,
  { nameOf = (name) => name, violations = brokenRules(draft), isList = false }: CheckRules = {},
): RequestCheck {
  const missing = violations.filter(({ code }) => code === 'missing');
  const broken = violations.filter(({ code }) => code !== 'missing');
  const code = violations.length > 0 ? 'rule_broken' : 'photo_rejected';
  return {
    problems: [
      ...draft.problems,
      ...broken.map((one) => `${nameOf(one.name)} ${one.message}${usualOf(one)}`),
      ...photos.problems,
      ...missingSentences(missing, nameOf, isList),
    ],
    code: draft.problems.length > 0 ? 'usage' : code,
    missing,
    warnings: [...warningsOf(draft), ...photos.warnings],
  };
}

/** Of a measure that is no number, what it usually is. */
function usualOf({ name, code }: Violation): string {
  const measure = code === 'invalid' ? MEASURES.find((one) => one === name) : undefined;
  return measure === undefined ? '' : `; ${ofAdults(measure)}`;
}

/**
 * `--left, --front and --right are missing for a face reconstruction`: one sentence per reason. Of a list `left, front and
 * right (photos) and nipple_to_nipple are missing for a breast model`.
 */
function missingSentences(missing: readonly Violation[], nameOf: (name: string) => string, isList: boolean): string[] {
  const byReason = new Map<string, string[]>();
  for (const { name, message } of missing) {
    const reason = message.replace(/^is missing/, '');
    byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  return [...byReason].map(([reason, names]) => {
    const are = names.length === 1 ? 'is' : 'are';
    if (!isList) return `${listed(names.map(nameOf))} ${are} missing${reason}`;
    const inWords = reason.replace(/^ for a (\w+) reconstruction/, (_, type) => ` for a ${typeWord(type)} model`);
    return `${listed(withPhotos(names, nameOf))} ${are} missing${inWords}`;
  });
}

/** Photos first, as one word of the list where their names alone do not tell what they are. */
function withPhotos(names: readonly string[], nameOf: (name: string) => string): string[] {
  const photos = names.filter((name) => VIEWS.some((view) => view === name));
  if (photos.length === 0 || photos.some((name) => nameOf(name) !== name)) return names.map(nameOf);
  const photosText = `${listed(photos)} (${photos.length === 1 ? 'photo' : 'photos'})`;
  return [photosText, ...names.filter((name) => !photos.includes(name))];
}
