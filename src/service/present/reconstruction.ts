import { RECONSTRUCTION_TYPES, type Reconstruction, wireTypeOf } from '../../contract/reconstruction.ts';
import type { Implant, Simulation } from '../../contract/simulation.ts';
import { measuresFromText } from '../domain/measures.ts';
import type { ReconstructionRecord } from '../domain/records.ts';
import { shownOf } from '../domain/shown-status.ts';
import type { Links } from '../links.ts';
import { wireTime } from './time.ts';

export interface PresentOptions {
  links: Links;
  /** In list and get answers; absent from create and update answers. */
  withSimulations: boolean;
}

/** One reconstruction per type, in the interface's order of types. */
export function presentReconstructions(
  records: readonly ReconstructionRecord[],
  ownerId: number,
  options: PresentOptions,
): Reconstruction[] {
  return RECONSTRUCTION_TYPES.flatMap((type) => {
    const ofType = records.filter((record) => record.type === type);
    const readable = ofType.find((record) => record.slot === 'current');
    if (readable === undefined) return [];
    const newest = ofType.find((record) => record.slot === 'next') ?? readable;
    return [presentReconstruction(type, { readable, newest }, ownerId, options)];
  });
}

/** Pictures and measures come from the reconstruction that can be read; status and time from the newest generation. */
function presentReconstruction(
  type: (typeof RECONSTRUCTION_TYPES)[number],
  { readable, newest }: { readable: ReconstructionRecord; newest: ReconstructionRecord },
  ownerId: number,
  { links, withSimulations }: PresentOptions,
): Reconstruction {
  const url = (name: string) => {
    const fileId = readable.files.get(name);
    return fileId === undefined ? null : links.image(ownerId, fileId);
  };
  return {
    type: wireTypeOf(type),
    accepted: readable.accepted === 1,
    status: shownOf(newest).status,
    updated_at: wireTime(newest.updated_at),
    frames: url('frames'),
    mesaures: measuresFromText(readable.measures),
    left: url('left'),
    front: url('front'),
    right: url('right'),
    ...(withSimulations
      ? { simulations: readable.simulations.map((row) => presentSimulation(row, url('frames'))) }
      : {}),
  };
}

function presentSimulation(row: ReconstructionRecord['simulations'][number], frames: string | null): Simulation {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    updated_at: wireTime(row.updated_at),
    frames: frames ?? '',
    left_implant: JSON.parse(row.left_implant) as Implant,
    right_implant: JSON.parse(row.right_implant) as Implant,
  };
}
