import { isReconstructionType, VIEWS } from '../../contract/reconstruction.ts';
import type { ReconstructionInput } from '../form.ts';
import type { Acceptance } from '../own-routes.ts';
import type { CreateInput, UpdateInput } from '../patients.ts';
import type { Deed } from './entry.ts';
import type { LineVersion } from './line.ts';

interface Contents {
  /** `allowSame`: create also where the same person is there; `own`: where rows of the same import have made it. */
  create: CreateInput & { allowSame: boolean | 'own' };
  update: UpdateInput & { id: string };
  accept: { id: string } & Acceptance;
  after: { id: string; reconstruction: ReconstructionInput };
  delete: { id: string };
  transfer: { id: string; targetSurgeonId: string };
  'give-back': { id: string };
}

/** A change with all that is sent, so that a later run can send it again. */
export type StoredChange = { [D in Deed]: { deed: D } & Contents[D] }[Deed];
/** The same of one kind, in a form by which the compiler knows that a function of that kind takes it. */
export type ChangeOf<D extends Deed> = { [K in D]: { deed: K } & Contents[K] }[D] & StoredChange;

/** Before 0.6.0 a size was not known: an update of nothing else would be told as made. */
export const lineVersionOf = (change: StoredChange): LineVersion =>
  change.deed === 'accept' || change.deed === 'give-back' || ('size' in change && change.size !== undefined) ? 2 : 1;

/** An import that was begun: its list and the options it was begun with. */
export interface StoredImport {
  batch: { path: string; options: Readonly<Record<string, unknown>> };
}

/**
 * Reads what is kept of a change. Files of earlier versions hold what is sent alone: the kind and the patient's id come
 * from the journal's line.
 * @throws TypeError where something is missing or is not what was saved
 */
export function readStoredChange<D extends Deed>(deed: D, id: string | undefined, kept: unknown): ChangeOf<D> {
  const change = { ...recordOf(kept), deed, id };
  if (!isWhole(deed, change)) throw notWhole();
  return change;
}

export function readStoredImport(kept: unknown): StoredImport {
  const { path, options } = recordOf(recordOf(kept)['batch']);
  if (typeof path !== 'string') throw notWhole();
  return { batch: { path, options: recordOf(options) } };
}

const isWhole = <D extends Deed>(deed: D, kept: unknown): kept is ChangeOf<D> => IS_WHOLE[deed](recordOf(kept));

type StoredFields = Readonly<Record<string, unknown>>;

const IS_WHOLE: Record<Deed, (kept: StoredFields) => boolean> = {
  create: ({ patient, reconstruction, async: isAsync, allowSame }) =>
    isTexts(patient) &&
    isOptional(reconstruction, isModel) &&
    isOptional(isAsync, (one) => typeof one === 'boolean') &&
    [true, false, 'own'].some((one) => one === allowSame),
  update: ({ id, patient, size, reconstruction }) =>
    isText(id) && isTexts(patient) && isOptional(size, isTexts) && isOptional(reconstruction, isModel),
  accept: ({ id, type, isAccepted }) => isText(id) && isReconstructionType(type) && typeof isAccepted === 'boolean',
  after: ({ id, reconstruction }) => isText(id) && isModel(reconstruction),
  delete: ({ id }) => isText(id),
  transfer: ({ id, targetSurgeonId }) => isText(id) && isText(targetSurgeonId),
  'give-back': ({ id }) => isText(id),
};

function isModel(kept: unknown): boolean {
  const { type, provider, photos, measures } = recordOf(kept);
  const isTyped = isOptional(type, isReconstructionType) && isOptional(provider, isText);
  return isTyped && Array.isArray(photos) && photos.every(isPhoto) && isTexts(measures);
}

function isPhoto(kept: unknown): boolean {
  const { view, mime, sha256, fileName, offsetBytes, sizeBytes } = recordOf(kept);
  const isPlaced = [offsetBytes, sizeBytes].every((one) => typeof one === 'number');
  return isPlaced && VIEWS.some((one) => one === view) && [mime, sha256, fileName].every(isText);
}

const isText = (kept: unknown) => typeof kept === 'string';
const isTexts = (kept: unknown) => Object.values(recordOf(kept)).every(isText);
const isOptional = (kept: unknown, is: (one: unknown) => boolean) => kept === undefined || is(kept);

function recordOf(kept: unknown): StoredFields {
  if (typeof kept !== 'object' || kept === null) throw notWhole();
  return { ...kept };
}

/** A value may be a person's: none is told. */
const notWhole = () => new TypeError('what is kept is not what was saved');
