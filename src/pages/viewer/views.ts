import type { View } from '../../contract/reconstruction.ts';
import type { Vec3 } from './measure/vector.ts';

/** From where a person is looked at: directions from the person to the eye. The person looks along +Z, left is +X. */
export const STANDARD_VIEWS: readonly { view: View; name: string; from: Vec3 }[] = [
  { view: 'front', name: 'Front', from: [0, 0, 1] },
  { view: 'left_45', name: '45° left', from: [1, 0, 1] },
  { view: 'left', name: 'Left', from: [1, 0, 0] },
  { view: 'right_45', name: '45° right', from: [-1, 0, 1] },
  { view: 'right', name: 'Right', from: [-1, 0, 0] },
  { view: 'below', name: 'From below', from: [0, -1, 1] },
  { view: 'back', name: 'Back', from: [0, 0, -1] },
];

/** What it is called to look from there, to the degree: `Front`, `From below`, `20° left, 5° from above`. */
export function viewName([x, y, z]: Vec3): string {
  const round = (radians: number) => Math.round((radians * 180) / Math.PI);
  const [side, up] = [round(Math.atan2(x, z)), round(Math.atan2(y, Math.hypot(x, z)))];
  if (side === 0 && up === -45) return 'From below';
  const turned = Math.abs(side);
  const hand = side > 0 ? 'Left' : 'Right';
  const level =
    turned === 0 ? 'Front' : turned === 180 ? 'Back' : turned === 90 ? hand : `${turned}° ${hand.toLowerCase()}`;
  return up === 0 ? level : `${level}, ${Math.abs(up)}° from ${up > 0 ? 'above' : 'below'}`;
}
