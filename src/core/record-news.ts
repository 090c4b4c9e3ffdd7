import { generationStateOf, type ReconstructionType, shortTypeOf } from '../contract/reconstruction.ts';

/** How the reconstructions of a type are in a patient's record. */
export interface RecordState {
  /** The same for the same state. */
  mark: string;
  /** A generation is going. */
  isGoing: boolean;
}

export function recordState(patient: unknown, type: ReconstructionType): RecordState {
  const all = (patient as { reconstructions?: readonly { type?: unknown; status?: unknown; updated_at?: unknown }[] })
    ?.reconstructions;
  const own = Array.isArray(all) ? all.filter((one) => shortTypeOf(one?.type) === type) : [];
  return {
    mark: JSON.stringify(own.map(({ status, updated_at }) => [status, updated_at])),
    isGoing: own.some(({ status }) => generationStateOf(status) === 'going'),
  };
}

/**
 * What a change of the record says of photos that were invited. The end of a generation that was going says nothing: it
 * was of earlier photos. `begun`: a new generation is going. `changed`: a quick one, or somebody changed the model.
 */
export function recordNews(before: RecordState, now: RecordState): 'same' | 'ended' | 'begun' | 'changed' {
  if (before.mark === now.mark) return 'same';
  if (before.isGoing) return now.isGoing ? 'same' : 'ended';
  return now.isGoing ? 'begun' : 'changed';
}
