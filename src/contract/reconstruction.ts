import type { Simulation } from './simulation.ts';

export const RECONSTRUCTION_TYPES = ['mammo', 'face', 'body'] as const;
export type ReconstructionType = (typeof RECONSTRUCTION_TYPES)[number];

/** Photo fields of `reconstruction[...]`, in the interface's order. */
export const VIEWS = ['left', 'front', 'right', 'back', 'left_45', 'right_45', 'below'] as const;
export type View = (typeof VIEWS)[number];

/** Measure fields of `reconstruction[...]`; our unit is cm. */
export const MEASURES = ['nipple_to_nipple', 'eye_distance', 'hipline'] as const;
export type MeasureName = (typeof MEASURES)[number];

/** The measure that the usual model of a type takes its size from. */
export const SCALED_BY: Record<ReconstructionType, MeasureName> = {
  mammo: 'nipple_to_nipple',
  face: 'eye_distance',
  body: 'hipline',
};

/** A reconstruction inside a patient (docs/interface.md §2). `mesaures` is the interface's spelling. */
export interface Reconstruction {
  type: string;
  accepted: boolean;
  status: string;
  updated_at: string;
  frames: string | null;
  mesaures: Record<string, number>;
  left: string | null;
  front: string | null;
  right: string | null;
  /** In list and get answers; absent from create and update answers. */
  simulations?: Simulation[];
}

/** The only status that means that the 3D model is ready. */
export const READY_STATUS = 'has_3d';

/** How the reason of a failure begins where no photo is at fault. Kept as it is: an earlier recon wrote the same. */
export const LOST_FILE = 'a file of it is missing on the disk of the service';

export const isOfLostFile = (reason: string | undefined): boolean => reason?.startsWith(LOST_FILE) === true;
/** The only status that the client takes as "in progress" before an update. */
export const PROCESSING_STATUS = 'processing';
/** Stands for the status of whoever has no reconstruction; no service has an empty one. */
export const NO_RECONSTRUCTION = '';

/** Of those whose photos are waited for by a link, in a list. */
export const LINK_OUT = 'link-out';
/** Stands for the state of a model that a person has accepted; a service may have a status of this name, too. */
export const ACCEPTED_STATE = 'accepted';

/** A status in the words of a person; one that is not of the interface as it is. */
export function statusWord(status: string): string {
  if (status === READY_STATUS) return 'ready';
  return status === PROCESSING_STATUS ? 'generating' : status;
}

/** Statuses that mean failure; every other unknown status means "still going". */
export const FAILED_STATUSES: readonly string[] = ['failed', 'error', 'rejected', 'canceled', 'cancelled'];

export type GenerationState = 'ready' | 'failed' | 'going';

export function generationStateOf(status: unknown): GenerationState {
  if (status === READY_STATUS) return 'ready';
  return typeof status === 'string' && FAILED_STATUSES.includes(status.toLowerCase()) ? 'failed' : 'going';
}

/** True also for a service that writes `accepted` as text. */
export const isAcceptedValue = (accepted: unknown): boolean => accepted === true || accepted === 'true';

/**
 * Whether the model that can be read is an earlier one: it has frames, while the status, which is the newest generation's,
 * tells of no model. `isOurs`: a service that keeps one while a generation goes; what frames beside another status mean at
 * other services nobody knows.
 */
export function isEarlierModel(
  one: { status?: unknown; frames?: unknown } | null | undefined,
  { isOurs }: { isOurs: boolean },
): boolean {
  const progress = generationStateOf(one?.status);
  return hasFrames(one) && (progress === 'failed' || (isOurs && progress === 'going'));
}

/** Whether a person has accepted the model that can be read: also an earlier one, where newer photos gave none. */
export const isSettled = (
  one: { status?: unknown; frames?: unknown; accepted?: unknown } | null | undefined,
): boolean =>
  isAcceptedValue(one?.accepted) &&
  (generationStateOf(one?.status) === 'ready' || isEarlierModel(one, { isOurs: false }));

export const hasFrames = (one: { frames?: unknown } | null | undefined): boolean =>
  typeof one?.frames === 'string' && one.frames !== '';

/** The kind of a model in a sentence: `the breast model`. What is typed, and what a program reads, is the interface's word. */
export const typeWord = (type = ''): string => (type === 'mammo' ? 'breast' : type);

/** `MammoReconstruction` → `mammo`; a short name stays; an unknown one gives undefined. */
export function shortTypeOf(wireType: unknown): ReconstructionType | undefined {
  if (typeof wireType !== 'string') return undefined;
  const short = wireType.replace(/Reconstruction$/, '').toLowerCase();
  return RECONSTRUCTION_TYPES.find((type) => type === short);
}

/** `mammo` → `MammoReconstruction`, the value in a patient's reconstruction. */
export function wireTypeOf(type: ReconstructionType): string {
  return `${type[0]!.toUpperCase()}${type.slice(1)}Reconstruction`;
}

export function isReconstructionType(text: unknown): text is ReconstructionType {
  return RECONSTRUCTION_TYPES.some((type) => type === text);
}

/** `mammo, face or body` */
export const oneOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
