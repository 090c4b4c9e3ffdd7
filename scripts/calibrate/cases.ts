import { createHash } from 'node:crypto';
import type { MeasureName, View } from '../../src/contract/reconstruction.ts';
import type { PhotoSet } from '../bench-engine/bad/kinds.ts';
import { inputOf, VARIANTS, type VariantName } from '../bench-engine/plan.ts';
import { SETS, type SetName, type Subject } from '../bench-engine/subjects.ts';
import { DISTURBANCES } from './disturb.ts';

/** One generation to be measured. */
export interface Case {
  /** Tells the case from all others. */
  key: string;
  subject: Subject;
  set: SetName;
  variant: VariantName;
  /** What was done to the photos or the measure; empty if nothing. */
  change: string;
  /** The whole change, as it is told; a set that must be refused has the reasons that are right. */
  spoil?(set: PhotoSet): Promise<PhotoSet>;
}

export interface Input {
  photos: Partial<Record<View, string | Uint8Array>>;
  /** cm */
  measures: Partial<Record<MeasureName, number>>;
}

/** All generations of one set of photos, together: what is found in the photos is found once. */
export interface CaseGroup {
  subject: Subject;
  set: SetName;
  cases: Case[];
}

/** Groups in an order of chance that is the same each time, so that a run may be stopped anywhere. */
export function groupsOf(subjects: readonly Subject[]): CaseGroup[] {
  const groups = subjects.flatMap((subject) =>
    SETS.filter((set) => subject.photos[set] !== undefined).map((set) => ({
      subject,
      set,
      cases: casesOf(subject, set, othersOf(subject, set, subjects)),
    })),
  );
  const rank = ({ subject, set }: CaseGroup) => chance(`${subject.tier} ${subject.name} ${set}`);
  return groups.sort((a, b) => rank(a) - rank(b));
}

function casesOf(subject: Subject, set: SetName, others: readonly Subject[]): Case[] {
  const own = { subject, set };
  const variants = (Object.keys(VARIANTS) as VariantName[]).filter((name) => VARIANTS[name].set === set);
  const name = (variant: string, change: string) => `${subject.tier} ${subject.name} ${variant} ${change}`.trim();
  const plain = variants.map((variant): Case => ({ ...own, key: name(variant, ''), variant, change: '' }));
  const other = others[Math.floor(chance(name(set, 'other')) * others.length)];
  const changed = DISTURBANCES.filter(
    ({ sets, share, what }) => sets.includes(set) && chance(name(set, what)) < share,
  ).flatMap(({ what, spoil }): Case[] => {
    if (other === undefined) return [];
    const variant = variants[Math.floor(chance(name(what, set)) * variants.length)]!;
    return [
      {
        ...own,
        key: name(variant, what),
        variant,
        change: what,
        spoil: (photos) => spoil(photos, subject, other, set),
      },
    ];
  });
  return [...plain, ...changed];
}

/** People of the same kind, whose photos can be put before this person's wall. */
const othersOf = (subject: Subject, set: SetName, all: readonly Subject[]) =>
  all.filter((one) => one.tier === subject.tier && one.name !== subject.name && one.photos[set] !== undefined);

/** A number from 0 to 1 that belongs to a text. */
export const chance = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;

export const inputOfCase = async ({ subject, variant, spoil }: Case): Promise<Input> => {
  const { photos, measures } = inputOf(subject, VARIANTS[variant]);
  return spoil === undefined ? { photos, measures } : spoil({ photos, measures });
};
