import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { PATIENT_FIELDS } from '../contract/patient.ts';
import { requirements } from '../contract/photo-rules.ts';
import { findProvider } from '../contract/providers.ts';
import { isReconstructionType, VIEWS, type View } from '../contract/reconstruction.ts';
import { listed } from '../core/draft.ts';
import type { Advice } from '../errors.ts';
import { flagOf } from './request/flags.ts';

const isView = (name: string): name is View => VIEWS.some((view) => view === name);

/** What `create` does without a flag that other commands have, and the line with all that it needs. */
export function createLine(args: readonly string[], typed: string): Advice | undefined {
  const command = args.filter((one) => one !== typed);
  if (typed === '--wait') return { before: 'create waits for the model by itself, unless --no-wait is given', command };
  if (!['--yes', '-y'].includes(typed)) return undefined;
  const missing = missingIn(command);
  const needs = missing.length === 0 ? '' : `, and needs ${listed(missing.map(([flag]) => flag))}`;
  return {
    before: `create has no --yes: a person at a terminal is asked what is missing or in doubt, a script is not${needs}`,
    command: [...command, ...missing.flat()],
  };
}

/** `create Ana Sample photos/ana` → `create --name 'Ana Sample' --photos photos/ana`, where that is there. */
export function createWords(args: readonly string[], extra: readonly string[]): string[] | undefined {
  const places = extra.filter((word) => word.includes('/') || existsSync(word));
  if (places.length !== 1 || args.includes('--photos')) return undefined;
  const name = extra.filter((word) => !places.includes(word));
  const named = name.length === 0 || args.includes('--name') ? [] : ['--name', name.join(' ')];
  const type = args.includes('--type') ? [] : ['--type', 'TYPE'];
  return [...args.filter((one) => !extra.includes(one)), ...named, ...type, '--photos', ...places];
}

/** `photos check ana/*.jpg`, as a shell writes it out: the folder in which all of these are. */
export function folderOfPhotos(words: readonly string[]): string | undefined {
  const [folder, ...others] = new Set(words.map((word) => dirname(word)));
  return others.length === 0 && words.every((word) => existsSync(word)) ? folder : undefined;
}

/** Each flag with what stands behind it. What a file of `--data` holds is not known here. */
function missingIn(command: readonly string[]): (readonly [string, string])[] {
  const given = (flag: string): string | undefined => {
    const at = command.findIndex((one) => one === flag || one.startsWith(`${flag}=`));
    return at === -1 ? undefined : (command[at]!.split('=')[1] ?? command[at + 1] ?? '');
  };
  const has = (flag: string) => given(flag) !== undefined;
  if (has('--data')) return [];
  const isNamed = PATIENT_FIELDS.some((field) => has(flagOf(field)));
  const name = isNamed ? [] : ([['--name', 'NAME']] as const);
  const type = given('--type');
  if (!isReconstructionType(type)) return [...name];
  const wanted = given('--provider');
  const provider = wanted === undefined ? undefined : findProvider(type, wanted)?.number;
  const needs = requirements(type, provider === undefined ? undefined : String(provider));
  const [views, measures] = [needs.filter(isView), needs.filter((one) => !isView(one))];
  const left = views.filter((view) => !has(flagOf(view)));
  const isNone = left.length === views.length;
  const photos = has('--photos') ? [] : isNone ? [['--photos', 'FOLDER'] as const] : left.map(fileOf);
  const sizes = measures.filter((one) => !has(flagOf(one))).map((one) => [flagOf(one), 'CM'] as const);
  return [...name, ...photos, ...sizes];
}

const fileOf = (view: View) => [flagOf(view), 'FILE'] as const;
