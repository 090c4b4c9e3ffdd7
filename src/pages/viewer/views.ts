import type { View } from '../../contract/reconstruction.ts';
import type { Vec3 } from './measure/vector.ts';

/** From where a person is looked at: directions from the person to the eye. The person looks along +Z, left is +X. */
export const STANDARD_VIEWS: readonly { view: View; name: string; from: Vec3 }[] = [
  { view: 'front', name: 'Front', from: [0, 0, 1] },
  { view: 'left_45', name: 'Left 45°', from: [1, 0, 1] },
  { view: 'left', name: 'Left', from: [1, 0, 0] },
  { view: 'right_45', name: 'Right 45°', from: [-1, 0, 1] },
  { view: 'right', name: 'Right', from: [-1, 0, 0] },
  { view: 'below', name: 'Below', from: [0, -1, 1] },
  { view: 'back', name: 'Back', from: [0, 0, -1] },
];
