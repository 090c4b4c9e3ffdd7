import { otherSide } from '../../src/engine/morphable/half-model.ts';
import type { Vec3 } from '../../src/engine/vector.ts';

interface Bone {
  parent: string | undefined;
  /** Where it is in the mean person of the data, metres, floor at y = 0. */
  at: Vec3;
  spread: Vec3;
}

/** Left limbs stand for both. Placed on the mean person by eye, on the limbs' middle lines. */
const BONES: Readonly<Record<string, Bone>> = {
  pelvis: { parent: undefined, at: [0, 0.93, 0.02], spread: [0, 0, 0] },
  chest: { parent: 'pelvis', at: [0, 1.12, 0.03], spread: [0.05, 0.04, 0.04] },
  neck: { parent: 'chest', at: [0, 1.46, 0.0], spread: [0.12, 0.06, 0.05] },
  head: { parent: 'neck', at: [0, 1.545, 0.03], spread: [0.15, 0.1, 0.06] },
  shoulder_left: { parent: 'chest', at: [0.165, 1.375, 0.005], spread: [0.12, 0.12, 0.2] },
  elbow_left: { parent: 'shoulder_left', at: [0.268, 1.115, 0.025], spread: [0.15, 0.15, 0.1] },
  wrist_left: { parent: 'elbow_left', at: [0.321, 0.91, 0.105], spread: [0.15, 0.15, 0.15] },
  hip_left: { parent: 'pelvis', at: [0.095, 0.87, 0.02], spread: [0.06, 0.06, 0.06] },
  knee_left: { parent: 'hip_left', at: [0.117, 0.47, 0.035], spread: [0.06, 0.03, 0.03] },
  ankle_left: { parent: 'knee_left', at: [0.13, 0.08, 0.0], spread: [0.06, 0.06, 0.04] },
};

/** Every bone of both sides by name, parents first. */
export function bonesOf(wanted: readonly string[]): { name: string; parent: number; at: Vec3; spread: Vec3 }[] {
  const names = wanted.flatMap((name) => (name.endsWith('_left') ? [name, otherSide(name)] : [name]));
  return names.map((name) => {
    const isRight = name.endsWith('_right');
    const { parent, at, spread } = BONES[isRight ? otherSide(name) : name]!;
    const parentName = isRight && parent?.endsWith('_left') ? otherSide(parent) : parent;
    const index = parentName === undefined ? -1 : names.indexOf(parentName);
    return { name, parent: index, at: isRight ? [-at[0], at[1], at[2]] : at, spread };
  });
}

/** Where bones' own parts begin for sure, metres from the joint; between two, weights blend. */
const smallest = (distance: number, size: number) => distance > size;

/**
 * The joint that surely carries a place of the left half, by name; undefined in between. `part` is the data's region.
 */
export function ownerOf(
  part: 'torso' | 'neck' | 'head' | 'arm' | 'leg' | undefined,
  [x, y, z]: Vec3,
): string | undefined {
  const at = (name: string) => BONES[name]!.at;
  if (part === 'arm') {
    const along = (from: string, to: string) => {
      const [a, b] = [at(from), at(to)];
      const d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
      return ((x - a[0]) * d[0]! + (y - a[1]) * d[1]! + (z - a[2]) * d[2]!) / Math.hypot(...d);
    };
    const [upper, lower] = [along('shoulder_left', 'elbow_left'), along('elbow_left', 'wrist_left')];
    const hand =
      along('elbow_left', 'wrist_left') - Math.hypot(...at('elbow_left').map((v, c) => at('wrist_left')[c]! - v));
    if (smallest(hand, 0.03)) return 'wrist_left';
    if (smallest(lower, 0.035) && hand < -0.03) return 'elbow_left';
    return upper > 0.08 && lower < -0.035 ? 'shoulder_left' : undefined;
  }
  if (part === 'leg') {
    if (y < at('ankle_left')[1] - 0.02 || (z > 0.08 && y < 0.1)) return 'ankle_left';
    if (y < at('knee_left')[1] - 0.05) return y > at('ankle_left')[1] + 0.05 ? 'knee_left' : undefined;
    return y > at('knee_left')[1] + 0.05 && y < at('hip_left')[1] - 0.14 ? 'hip_left' : undefined;
  }
  if (part === 'head') return y > 1.56 || z > 0.085 ? 'head' : undefined;
  if (part === 'neck') return y > 1.485 && y < 1.52 ? 'neck' : undefined;
  if (y < 1.04 && y > 0.93) return 'pelvis';
  if (y > 1.18 && y < 1.44) {
    const shoulder = at('shoulder_left');
    return Math.hypot(x - shoulder[0], y - shoulder[1], z - shoulder[2]) > 0.1 ? 'chest' : undefined;
  }
  return y > 0.82 && y <= 0.93 && x < 0.05 ? 'pelvis' : undefined;
}

/** Vertices of the left half round a joint: their mean moves as it does. */
export function ringOf(name: string, positions: Float64Array, parts: readonly (string | undefined)[]): number[] {
  const { at } = BONES[name.replace('right', 'left')]!;
  const limb = /shoulder|elbow|wrist/.test(name) ? 'arm' : /hip|knee|ankle/.test(name) ? 'leg' : undefined;
  const reach = /shoulder|hip/.test(name) ? 0.14 : limb ? 0.08 : 0.25;
  const chosen: number[] = [];
  parts.forEach((part, i) => {
    const [dx, dy, dz] = at.map((value, c) => positions[i * 3 + c]! - value) as [number, number, number];
    const isAround = limb === undefined ? part !== 'arm' && part !== 'leg' : part === limb || /shoulder|hip/.test(name);
    if (isAround && Math.abs(dy) < 0.03 && Math.hypot(dx, dz) < reach) chosen.push(i);
  });
  return chosen;
}
