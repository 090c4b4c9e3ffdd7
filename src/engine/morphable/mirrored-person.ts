import type { MorphableModel } from './morphable-model.ts';

/** Coefficients of the mirrored person: modes that move the sides in opposite directions change sign. */
export function mirroredPerson(model: MorphableModel, coefficients: ArrayLike<number>): Float64Array {
  return Float64Array.from(coefficients, (value, k) => value * wayOf(model, k));
}

/** 1 for a mode that moves both sides alike, −1 for one that moves them in opposite directions. */
export function wayOf({ modes, mirror }: MorphableModel, k: number): 1 | -1 {
  const mode = modes[k]!;
  let alike = 0;
  for (let i = 0; i < mirror.length; i++) {
    const [a, b] = [i * 3, mirror[i]! * 3];
    alike += mode[a + 1]! * mode[b + 1]! + mode[a + 2]! * mode[b + 2]! - mode[a]! * mode[b]!;
  }
  return alike >= 0 ? 1 : -1;
}
