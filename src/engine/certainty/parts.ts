import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { REGION } from '../morphable/morphable-model.ts';

/** The parts of a model whose error is told. */
export type PartName = 'face' | 'skull' | 'torso_front' | 'breast_left' | 'breast_right' | 'body';

/** Whether a triangle with these bits of `REGION` belongs to the part, and the part in words. */
export const PARTS: Readonly<Record<PartName, { words: string; isIn(region: number): boolean }>> = {
  face: { words: 'face', isIn: (region) => (region & REGION.face) !== 0 },
  skull: { words: 'skull', isIn: (region) => (region & REGION.head) !== 0 && (region & REGION.face) === 0 },
  breast_left: { words: 'left breast', isIn: (region) => (region & REGION.breastLeft) !== 0 },
  breast_right: { words: 'right breast', isIn: (region) => (region & REGION.breastRight) !== 0 },
  torso_front: { words: 'front of the upper body', isIn: (region) => (region & REGION.torsoFront) !== 0 },
  body: { words: 'body', isIn: () => true },
};

const OF_TYPE: Readonly<Record<ReconstructionType, readonly PartName[]>> = {
  face: ['face', 'skull'],
  mammo: ['torso_front', 'breast_left', 'breast_right'],
  body: ['body', 'torso_front', 'breast_left', 'breast_right', 'face', 'skull'],
};

/** The parts of a model of this type; the first is what the model is about. */
export const partsOf = (type: ReconstructionType): readonly PartName[] => OF_TYPE[type];

/** The smallest part of a model that a triangle belongs to; undefined for the rest of it. */
export const partAt = (type: ReconstructionType, region: number): PartName | undefined =>
  (Object.keys(PARTS) as PartName[]).find(
    (part) => part !== 'body' && OF_TYPE[type].includes(part) && PARTS[part].isIn(region),
  );
