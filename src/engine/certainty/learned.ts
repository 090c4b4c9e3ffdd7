// Written by `npm run calibrate`; do not edit.
import type { Learned } from './learned-form.ts';

export const LEARNED: Learned = {
  face: {
    parts: {
      face: { base: 0.6, weights: {}, usual: {}, bound: 1.5 },
      skull: { base: 1.4, weights: {}, usual: {}, bound: 1.5 },
    },
    places: {
      face: { seen: 2, unseen: 3 },
      skull: { seen: 2, unseen: 3 },
      rest: { seen: 3, unseen: 4 },
    },
  },
  mammo: {
    parts: {
      torso_front: { base: 0.8, weights: {}, usual: {}, bound: 1.5 },
      breast_left: { base: 0.8, weights: {}, usual: {}, bound: 1.5 },
      breast_right: { base: 0.8, weights: {}, usual: {}, bound: 1.5 },
    },
    places: {
      torso_front: { seen: 2, unseen: 3 },
      rest: { seen: 3, unseen: 4 },
    },
  },
  body: {
    parts: {
      body: { base: 1.5, weights: {}, usual: {}, bound: 1.5 },
    },
    places: {
      rest: { seen: 2, unseen: 3 },
    },
  },
};
