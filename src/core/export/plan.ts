import type { Received } from '../../contract/answers.ts';
import type { Patient } from '../../contract/patient.ts';
import {
  type GenerationState,
  generationStateOf,
  isReconstructionType,
  type Reconstruction,
  type ReconstructionType,
  shortTypeOf,
} from '../../contract/reconstruction.ts';
import { sha256Of } from '../../system/sha256.ts';
import { idText, stringifyExact } from '../answer.ts';

/** One archive that an export should hold, as the list describes it. */
export interface WantedArchive {
  patientId: string;
  /** For example `face`; an unknown type keeps the service's spelling. */
  type: string;
  /** The service's spelling. */
  status: string;
  updatedAt: string;
  progress: GenerationState;
  /** Identifies the reconstruction: if it changes, an archive that was saved earlier is replaced. */
  source: string;
}

const NO_ID = 'without an id';

/** The archives of a patient: one per type of reconstruction, because a download names only the type. */
export function wantedArchives(
  patient: Received<Patient>,
  types: readonly ReconstructionType[] | undefined,
): WantedArchive[] {
  const all = patient?.reconstructions;
  const byType = new Map<string, Received<Reconstruction>[]>();
  for (const one of Array.isArray(all) ? all : []) {
    const type = shortTypeOf(one?.type) ?? String(one?.type ?? 'unnamed');
    if (types !== undefined && !types.some((wanted) => wanted === type)) continue;
    byType.set(type, [...(byType.get(type) ?? []), one]);
  }
  return [...byType].map(([type, ofType]) => {
    // The list does not tell which one is newest; only the one that can be downloaded counts.
    const firstThatIs = (progress: GenerationState) =>
      ofType.find((one) => generationStateOf(one?.status) === progress);
    const told = firstThatIs('ready') ?? firstThatIs('going') ?? ofType[0];
    return {
      patientId: idText(patient?.id) ?? NO_ID,
      type,
      status: String(told?.status ?? 'no status'),
      updatedAt: String(told?.updated_at ?? ''),
      progress: generationStateOf(told?.status),
      source: fingerprint(ofType),
    };
  });
}

/** True if a download can name the archive. */
export const hasAddress = ({ patientId, type }: Pick<WantedArchive, 'patientId' | 'type'>) =>
  patientId !== NO_ID && isReconstructionType(type);

/** True of a model that is ready, as far as the list tells. */
export const canBeFetched = (wanted: WantedArchive) => wanted.progress === 'ready' && hasAddress(wanted);

/** The path in the export's folder, with `/` on every system. */
export const archivePath = ({ patientId, type }: Pick<WantedArchive, 'patientId' | 'type'>) =>
  `archives/${patientId}/patient-${patientId}-${type}.zip`;

/**
 * Facts that tell one model from another: its state, its time, its pictures and its simulations. Signatures and hosts
 * of links change, so only their path counts. Other fields of a service are left out, because they may change any time.
 */
function fingerprint(reconstructions: readonly Received<Reconstruction>[]): string {
  const marks = reconstructions.map((one) => [
    one?.status,
    one?.updated_at,
    (Array.isArray(one?.simulations) ? one.simulations : []).map((simulation) => [
      simulation?.id,
      simulation?.updated_at,
    ]),
    [...stringifyExact(one).matchAll(/"https?:\/\/[^"/?#]*([^"?#]*)[^"]*"/g)].map(([, path]) => path),
  ]);
  return sha256Of(stringifyExact(marks));
}
