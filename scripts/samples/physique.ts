import type { Section } from './loft.ts';
import type { Vector } from './vector.ts';

/** The numbers that make one person, in cm and degrees. Everything in the pictures follows from them. */
export interface Physique {
  /** Sections at heights above the floor. */
  trunk: readonly Section[];
  neck: { from: Vector; to: Vector; sections: readonly Section[] };
  shoulder: { joint: Vector; slopeRadius: number; dome: Vector };
  arm: {
    outwardDeg: number;
    backwardDeg: number;
    upper: readonly Section[];
    elbowAt: number;
    wristAt: number;
    fore: readonly Section[];
    handScale: number;
  };
  /** Joints of the subject's left leg. */
  leg: {
    hip: Vector;
    knee: Vector;
    ankle: Vector;
    thigh: readonly Section[];
    calf: readonly Section[];
    footScale: number;
  };
  chest: { breast: Breast; nipple: { x: number; y: number; areolaRadius: number } };
  buttock: { centre: Vector; radii: Vector };
  navel: { y: number };
  head: HeadShape;
  looks: Looks;
}

export interface Breast {
  centre: Vector;
  radii: Vector;
  headingDeg: number;
  blendCm: number;
}

/** In the head's own frame: origin under the chin below the ear holes, y up, before `scale`. */
export interface HeadShape {
  origin: Vector;
  scale: number;
  sections: readonly Section[];
  squareness: number;
  halfEyeDistance: number;
  jawRadius: number;
  chinFront: number;
  noseTip: number;
  noseWidth: number;
  lipFullness: number;
  hair: 'bun' | 'short';
}

/** Colours are linear-light red, green, blue from 0 to 1. */
export interface Looks {
  skin: Vector;
  lips: Vector;
  areola: Vector;
  hair: Vector;
  iris: Vector;
  shorts: { colour: Vector; from: number; to: number };
  browHeight: number;
}
