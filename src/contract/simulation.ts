export interface Simulation {
  id: number;
  name: string;
  description: string;
  updated_at: string;
  frames: string;
  left_implant: Implant;
  right_implant: Implant;
}

/** Sizes are numbers as text. */
export interface Implant {
  volume: string;
  diameter: string;
  projection: string;
  width: string;
  height: string;
  reference: string;
  white: boolean;
  implant_category: { name: string; shape: string; profile: string; surface: string; brand: { name: string } };
}

export const SIDES = ['left', 'right'] as const;
export type Side = (typeof SIDES)[number];
