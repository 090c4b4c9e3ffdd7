import { RECONSTRUCTION_TYPES, type ReconstructionType } from '../../../src/contract/reconstruction.ts';
import { MOST_ODD } from '../../../src/engine/certainty/doubts.ts';
import { expectedErrors } from '../../../src/engine/certainty/expected-error.ts';
import type { Learned, LearnedPlaces } from '../../../src/engine/certainty/learned-form.ts';
import { type PartName, partsOf } from '../../../src/engine/certainty/parts.ts';
import type { Generated } from '../records.ts';
import { FOLD_NUMBERS, foldOf, frequencyOf, HELD, learnPart, usable } from './learn-part.ts';
import { quantile } from './ridge.ts';

/** A model with what it was told of itself by what other people taught. */
export interface Told {
  record: Generated;
  expected: ReturnType<typeof expectedErrors>;
}

/** Each generation judged by what was learned from other people. */
export const toldByOthers = (records: readonly Generated[]): Told[] =>
  FOLD_NUMBERS.flatMap((fold) => {
    const asked = records.filter((one) => foldOf(one) === fold && one.signs !== undefined);
    if (asked.length === 0) return [];
    const learned = learnParts(records.filter((one) => foldOf(one) !== fold));
    return asked.map((record) => ({ record, expected: expectedErrors(record.type, record.signs!, learned) }));
  });

/** Each generation as the engine tells it now, of people it may have been learned from. */
export const toldByEngine = (records: readonly Generated[]): Told[] =>
  records
    .filter(({ signs }) => signs !== undefined)
    .map((record) => ({ record, expected: expectedErrors(record.type, record.signs!) }));

/** Everything, the places' part from models judged by others. */
export function learnAll(records: readonly Generated[], told: readonly Told[]): Learned {
  const parts = learnParts(records);
  return forTypes((type) => ({ parts: parts[type].parts, places: learnPlaces(type, told) }));
}

const learnParts = (records: readonly Generated[]): Learned =>
  forTypes((type) => {
    const own = records.filter((one) => one.type === type);
    const parts = partsOf(type).filter((part) => usable(own, part).length > 0);
    return { parts: Object.fromEntries(parts.map((part) => [part, learnPart(own, part)])), places: {} };
  });

const forTypes = (make: (type: ReconstructionType) => Learned[ReconstructionType]): Learned =>
  Object.fromEntries(RECONSTRUCTION_TYPES.map((type) => [type, make(type)])) as Learned;

function learnPlaces(type: ReconstructionType, told: readonly Told[]): Learned[ReconstructionType]['places'] {
  const main = partsOf(type)[0]!;
  const ratios = new Map<PartName | 'rest', { seen: Weighed[]; unseen: Weighed[] }>();
  for (const { record, expected } of told) {
    if (record.type !== type || record.signs!.odd > MOST_ODD) continue;
    for (const { part, isSeen, mm } of record.judged?.places ?? []) {
      const bound = expected[part === 'rest' ? main : part]?.mm;
      if (bound === undefined) continue;
      const own = ratios.get(part) ?? { seen: [], unseen: [] };
      ratios.set(part, own);
      const list = isSeen ? own.seen : own.unseen;
      for (const value of mm) list.push({ value: value / bound, weight: frequencyOf(record) });
    }
  }
  const placesOf = ({ seen, unseen }: { seen: Weighed[]; unseen: Weighed[] }): LearnedPlaces => {
    const shown = quantile(seen.length > 0 ? seen : unseen, HELD);
    return { seen: shown, unseen: Math.max(shown, quantile(unseen.length > 0 ? unseen : seen, HELD)) };
  };
  return Object.fromEntries([...ratios].map(([part, own]) => [part, placesOf(own)]));
}

interface Weighed {
  value: number;
  weight: number;
}
