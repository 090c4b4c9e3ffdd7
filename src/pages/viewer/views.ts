import type { Vec3 } from './measure/vector.ts';

/** From where a person is looked at: directions from the person to the eye. The person looks along +Z, left is +X. */
export const STANDARD_VIEWS: readonly { name: string; from: Vec3 }[] = [
  { name: 'Front', from: [0, 0, 1] },
  { name: 'Left 45°', from: [1, 0, 1] },
  { name: 'Left', from: [1, 0, 0] },
  { name: 'Right 45°', from: [-1, 0, 1] },
  { name: 'Right', from: [-1, 0, 0] },
  { name: 'Below', from: [0, -1, 1] },
  { name: 'Back', from: [0, 0, -1] },
];
