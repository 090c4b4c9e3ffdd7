/** A point on a model, in metres and in the model's own axes. */
export type LinePoint = readonly [x: number, y: number, z: number];

/** The lines round the breasts that a simulation was made with. They fit one model alone. */
export interface SimulationLines {
  /** Of the model's GLB, in hexadecimal digits. */
  sha256: string;
  /** One for each breast with an implant, with the points that were set. */
  lines: readonly (readonly LinePoint[])[];
}

/** What our own service takes: as much as a person sets by hand, and a field of a form can hold. */
export const MOST_LINES = 2;
export const LINE_POINTS = { least: 3, most: 100 } as const;
/** Nobody is so large. */
export const FARTHEST_M = 100;
