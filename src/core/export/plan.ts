import type { PatientAnswer, Received } from '../../contract/answers.ts';
import type { Patient } from '../../contract/patient.ts';
import {
  type GenerationState,
  generationStateOf,
  isEarlierModel,
  isReconstructionType,
  type Reconstruction,
  type ReconstructionType,
  shortTypeOf,
} from '../../contract/reconstruction.ts';
import { sha256Of } from '../../system/sha256.ts';
import { idText, type Reply, stringifyExact } from '../answer.ts';

/** One archive that an export should hold, as the service describes it. */
export interface WantedArchive {
  patientId: string;
  /** The number of an after-record; undefined for a patient's current model. */
  after?: number;
  /** For example `face`; an unknown type keeps the service's spelling. */
  type: string;
  /** The service's spelling. */
  status: string;
  updatedAt: string;
  progress: GenerationState;
  /** The newest photos gave no model, and an earlier one can be read. */
  isEarlier?: boolean;
  /** Of a photo of a model that failed, which no archive has: the view, where it is, and the ending of its file. */
  view?: ShownView;
  url?: string;
  ending?: string;
  /** Identifies the reconstruction: if it changes, an archive that was saved earlier is replaced. */
  source: string;
}

const NO_ID = 'without an id';

/** The photos that an answer of the interface has an address of. */
export const SHOWN_VIEWS = ['left', 'front', 'right'] as const;
type ShownView = (typeof SHOWN_VIEWS)[number];

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
  return [...byType].flatMap(([type, ofType]) => {
    // The list does not tell which one is newest; only the one that can be downloaded counts.
    const firstThatIs = (progress: GenerationState) =>
      ofType.find((one) => generationStateOf(one?.status) === progress);
    const told = firstThatIs('ready') ?? firstThatIs('going') ?? ofType[0];
    const model: WantedArchive = {
      patientId: idText(patient?.id) ?? NO_ID,
      type,
      status: String(told?.status ?? 'no status'),
      updatedAt: String(told?.updated_at ?? ''),
      progress: generationStateOf(told?.status),
      isEarlier: generationStateOf(told?.status) === 'failed' && isEarlierModel(told, { isOurs: false }),
      source: fingerprint(ofType),
    };
    const hasNone = model.progress === 'failed' && !model.isEarlier && hasAddress(model);
    return [model, ...(hasNone ? photosOf(model, told) : [])];
  });
}

/** Those of a model that failed: they were taken of the patient, and nothing else of an export has them. */
function photosOf(model: WantedArchive, told: Received<Reconstruction> | undefined): WantedArchive[] {
  return SHOWN_VIEWS.flatMap((view) => {
    const url = told?.[view];
    return typeof url === 'string' && url !== '' ? [{ ...model, view, url }] : [];
  });
}

/** The archives of a patient's after-records, which the list does not tell. */
export function wantedAfters(
  { body, afters = [] }: Pick<Reply<PatientAnswer>, 'body' | 'afters'>,
  types: readonly ReconstructionType[] | undefined,
): WantedArchive[] {
  const patientId = idText(body?.patient?.id) ?? NO_ID;
  return afters
    .filter(({ type }) => types === undefined || types.includes(type))
    .map(({ type, number, status }) => {
      const progress = generationStateOf(status);
      const source = sha256Of(`after ${number} ${status}`);
      return { patientId, type, after: number, status, updatedAt: '', progress, source };
    });
}

/** True if a download can name the archive. */
export const hasAddress = ({ patientId, type }: Pick<WantedArchive, 'patientId' | 'type'>) =>
  patientId !== NO_ID && isReconstructionType(type);

/** True of a model that can be read, as far as the service tells. */
export const canBeFetched = (wanted: WantedArchive) =>
  (wanted.progress === 'ready' || wanted.isEarlier === true || wanted.view !== undefined) && hasAddress(wanted);

/** The path in the export's folder, with `/` on every system. The ending of a photo is known when it is there. */
export function archivePath({ patientId, type, after, view, ending = '' }: ArchiveName): string {
  const name = `archives/${patientId}/patient-${patientId}-${type}`;
  if (view !== undefined) return `${name}-${view}${ending && `.${ending}`}`;
  return `${name}${after === undefined ? '' : `-after-${after}`}.zip`;
}

type ArchiveName = Pick<WantedArchive, 'patientId' | 'type' | 'after' | 'view' | 'ending'>;

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
