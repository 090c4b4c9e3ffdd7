import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { View } from '../../../src/contract/reconstruction.ts';
import type { ChildAnswer } from '../child-order.ts';
import type { Options } from '../options.ts';
import { inputOf, VARIANTS } from '../plan.ts';
import { inTurn, runChild } from '../run-child.ts';
import type { Subject } from '../subjects.ts';
import { KINDS, type Kind, sitterOf } from './kinds.ts';

export interface BadResult {
  kind: Kind;
  subject: Subject;
  answer: ChildAnswer;
  /** True if code and view are right, or if a set that must be accepted was accepted. */
  isRight: boolean;
}

/** People for whom each kind is made if none are named. */
export const USUAL_PEOPLE = ['f1', 'f3', 'm1'];

/** Makes every unusable set, gives it to the engine and reports the result; goes on while `onResult` returns true. */
export async function runBadSet(
  options: Options,
  everyone: readonly Subject[],
  onResult: (result: BadResult) => boolean,
): Promise<void> {
  const everybody = everyone.filter(({ tier }) => tier === 'dev');
  const wanted = options.subjects ?? USUAL_PEOPLE;
  const people = everybody.filter(({ name }) => wanted.includes(name));
  const kinds = KINDS.filter(({ name }) => options.kinds?.includes(name) ?? true);
  const sets = kinds.flatMap((kind) => people.map((subject) => ({ kind, subject, other: nextOf(subject, everybody) })));
  let goesOn = true;
  await inTurn(sets, options.jobs, async ({ kind, subject, other }) => {
    if (!goesOn) return;
    const answer = await badRun(kind, subject, other, options);
    goesOn = onResult({ kind, subject, answer, isRight: isRight(kind, answer) });
  });
}

/** Another person of the folder. */
export const nextOf = (subject: Subject, all: readonly Subject[]) => all[(all.indexOf(subject) + 1) % all.length]!;

async function badRun(
  kind: Kind,
  subject: Subject,
  other: Subject,
  { scratch, people }: Options,
): Promise<ChildAnswer> {
  const folder = join(scratch, 'bad', kind.name.replaceAll(/[^\w]+/g, '-'), subject.name);
  mkdirSync(folder, { recursive: true });
  const { photos, measures, ...rest } = inputOf(subject, VARIANTS[`${kind.set} 4`]);
  const set = await kind.spoil({ photos, measures }, sitterOf(subject), sitterOf(other));
  const paths = Object.entries(set.photos).map(([view, photo]) => {
    if (typeof photo === 'string') return [view, photo];
    writeFileSync(join(folder, `${view}.jpg`), photo);
    return [view, join(folder, `${view}.jpg`)];
  });
  const files: Partial<Record<View, string>> = Object.fromEntries(paths);
  return runChild({
    method: 'engine',
    ...rest,
    photos: files,
    measures: set.measures,
    folder,
    keep: false,
    people,
  });
}

function isRight({ reasons, views }: Kind, { refusal, fault }: ChildAnswer): boolean {
  if (reasons.length === 0) return refusal === undefined && fault === undefined;
  if (refusal === undefined || !reasons.some((reason) => reason === refusal.reason)) return false;
  return views.length === 0 || views.some((view) => view === refusal.views[0]);
}

export function badLine({ kind, subject, answer, isRight: right }: BadResult): string {
  const { refusal, fault } = answer;
  const said =
    refusal === undefined
      ? (fault ?? 'accepted')
      : `${refusal.reason} ${refusal.views.join(', ')}: ${refusal.sentence}`;
  const wanted = kind.reasons.length === 0 ? 'accepted' : `${kind.reasons[0]} ${kind.views[0] ?? ''}`.trim();
  return `${right ? 'right' : 'WRONG'}  ${kind.name}, ${subject.name}: ${said}${right ? '' : ` (wanted: ${wanted})`}`;
}

/** One line per kind: the number of right refusals, and of all refusals. */
export function kindTable(results: readonly BadResult[]): string {
  const lines = KINDS.flatMap((kind) => {
    const own = results.filter((one) => one.kind === kind);
    if (own.length === 0) return [];
    const right = own.filter((one) => one.isRight).length;
    const refused = own.filter(({ answer }) => answer.refusal !== undefined).length;
    return [`${kind.name.padEnd(24)} ${kind.set.padEnd(6)} right ${right} of ${own.length}, refused at all ${refused}`];
  });
  return lines.join('\n');
}
