import type { Received } from '../../contract/answers.ts';
import type { Patient } from '../../contract/patient.ts';
import {
  type GenerationState,
  isReconstructionType,
  progressOf,
  type Reconstruction,
  type ReconstructionType,
  shortTypeOf,
} from '../../contract/reconstruction.ts';
import { sha256Of } from '../../system/sha256.ts';
import { idText, stringifyExact } from '../answer.ts';

/** One archive that an export is to hold, as the list told of it. */
export interface WantedArchive {
  patientId: string;
  /** `face`; a type that is not ours stays as the service spells it. */
  type: string;
  /** As the service spells it. */
  status: string;
  updatedAt: string;
  progress: GenerationState;
  /** Another one where the reconstruction is another: what an archive saved earlier is kept or replaced by. */
  source: string;
}

const NO_ID = 'without an id';

/** The archives of a patient: one for each type of reconstruction, because a download names no more than that. */
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
    // The newest is not told; what can be downloaded at all is what counts.
    const firstThatIs = (progress: GenerationState) => ofType.find((one) => progressOf(one?.status) === progress);
    const told = firstThatIs('ready') ?? firstThatIs('going') ?? ofType[0];
    return {
      patientId: idText(patient?.id) ?? NO_ID,
      type,
      status: String(told?.status ?? 'no status'),
      updatedAt: String(told?.updated_at ?? ''),
      progress: progressOf(told?.status),
      source: fingerprint(ofType),
    };
  });
}

/** Whether a download can name it at all. */
export const hasAddress = ({ patientId, type }: Pick<WantedArchive, 'patientId' | 'type'>) =>
  patientId !== NO_ID && isReconstructionType(type);

/** Relative to the export's folder, with `/` on every system. */
export const archivePath = ({ patientId, type }: Pick<WantedArchive, 'patientId' | 'type'>) =>
  `archives/${patientId}/patient-${patientId}-${type}.zip`;

/**
 * What tells one model from another: its state, its time, its pictures and its simulations. Links are signed for a
 * while and lead to one of several hosts, so only their path counts; what else a service may add can change by the
 * hour.
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
