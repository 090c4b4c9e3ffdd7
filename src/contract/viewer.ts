import type { ImplantRow } from './implant-rows.ts';
import type { ReconstructionType, View } from './reconstruction.ts';
import type { Implant, Side, Simulation } from './simulation.ts';
import type { SimulationLines } from './simulation-lines.ts';

/** The address of an answer that ends only with the program, relative to the page's own. */
export const UNTIL_THE_END = 'until-the-end';

/** What the viewer's page is told of the models it shows; addresses are relative to the page's own. */
export interface ViewerFacts {
  models: readonly ViewerModel[];
  /** The patient's name, for the page's heading alone: its title, pictures, prints and files go further. */
  name?: string;
  /** Where the service that gave the model can accept it. */
  acceptance?: { type: ReconstructionType; isAccepted: boolean };
  /** Of the models, where it is known; only a mammo model has simulations. */
  type?: ReconstructionType;
  /** The simulations in the patient's record, and whether the service has a way to keep others, and their lines. */
  simulations?: { saved: readonly SavedSimulation[]; canSave: boolean; keepsLines?: boolean };
  /** The clinic's own implants; without them there are invented ones. */
  catalogue?: readonly Implant[];
  /** The clinic's name, for paper. */
  clinic?: string;
}

export interface SavedSimulation
  extends Pick<Simulation, 'id' | 'name' | 'description' | 'left_implant' | 'right_implant'> {
  /** Where it was saved with them, maybe on an earlier model. */
  lines?: SimulationLines;
}

/** What the page sends to have a simulation kept. */
export interface SentSimulation {
  name: string;
  description: string;
  implants: Partial<Record<Side, ImplantRow>>;
  lines?: SimulationLines;
}

export interface ViewerModel {
  /** What the person who opened it has typed. */
  label: string;
  /** Beside another model, where that tells them apart in fewer words. */
  shortLabel?: string;
  /** What has to be known of it first, such as that it is an earlier one. */
  note?: string;
  /** As of which day it is, where the archive tells: `2026-11-27`. */
  day?: string;
  /** The address of the GLB. */
  glb: string;
  photos: readonly ViewerPhoto[];
  /** What the one who made the model says about it. */
  warnings: readonly string[];
  /** The title of the provider that made it, where the archive tells. */
  provider?: string;
  /** From how many photos it was made, where the report tells. */
  usedPhotos?: number;
  /** How wrong each part of it may be, mm, where the report tells; 95 % of models told so are at most as wrong. */
  expected?: Readonly<Record<string, number>>;
  /** Of each breast, cm³, as the one who made the model found them. */
  breastVolumes?: { left: number; right: number };
}

export interface ViewerPhoto {
  view: View;
  /** The address of the picture. */
  picture: string;
  /** Equal where two archives have the same file of this view. */
  mark?: string;
  /** The camera that sees the model as the photo shows the person. */
  camera?: PhotoCamera;
}

/**
 * A pinhole camera in the OpenCV convention: `camera = R·world + t`, x to the picture's right, y down, z away from the
 * camera; metres, and pixels of the photo as it is shown.
 */
export interface PhotoCamera {
  widthPx: number;
  heightPx: number;
  focalPx: number;
  principalPx: readonly [number, number];
  /** Row-major 3×3. */
  rotation: readonly number[];
  translation: readonly [number, number, number];
}
