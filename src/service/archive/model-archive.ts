import { PATIENT_FIELDS } from '../../contract/patient.ts';
import { PROCESSING_STATUS, READY_STATUS, type ReconstructionType, VIEWS } from '../../contract/reconstruction.ts';
import type { Account } from '../domain/accounts.ts';
import { aftersOf, type StoredAfter } from '../domain/afters.ts';
import { filesOf, type RecordKey } from '../domain/files.ts';
import { measuresFromText, type ShownStatus, shownOf } from '../domain/generation.ts';
import { findPatient, type StoredPatient } from '../domain/patients.ts';
import { type StoredReconstruction, slotsOf } from '../domain/reconstructions.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Store } from '../domain/store.ts';
import { openVerified } from '../storage/verified-file.ts';
import { type PlannedEntry, textEntry } from './stream-archive.ts';

/** The paths in the archive of the model's parts. */
const MODEL_FILES = Object.entries({
  glb: 'model.glb',
  obj: 'model.obj',
  mtl: 'model.mtl',
  texture: 'texture.jpg',
  frames: 'frames.jpg',
  report: 'report.json',
});

const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/**
 * The contents of a download of this type: the photos as they were sent, the model, and the data of the patient and of
 * the reconstruction that can be read.
 */
export async function archiveEntries(
  store: Store,
  owner: Account,
  patientId: number,
  type: ReconstructionType,
): Promise<PlannedEntry[]> {
  const patient = await findPatient(store.db, owner, patientId);
  const { current } = await slotsOf(store.db, patientId, type);
  if (current === undefined) throw new Refusal(404, 'not_found', `the patient has no ${type} reconstruction`);
  return await entriesOf(store, patient, 'reconstructions', current);
}

/** The same of an after-record; those of a type are numbered from 1, as they were made. */
export async function afterArchiveEntries(
  store: Store,
  owner: Account,
  patientId: number,
  { type, number }: { type: ReconstructionType; number: number },
): Promise<PlannedEntry[]> {
  const patient = await findPatient(store.db, owner, patientId);
  const afters = await aftersOf(store.db, patientId, type);
  const after = afters[number - 1];
  if (after === undefined) {
    const count = `${afters.length} ${type} after-record${afters.length === 1 ? '' : 's'}`;
    throw new Refusal(404, 'not_found', `there is no such after-record; the patient has ${count}`);
  }
  return await entriesOf(store, patient, 'afters', after);
}

async function entriesOf(
  store: Store,
  patient: StoredPatient,
  table: RecordKey['table'],
  record: StoredReconstruction | StoredAfter,
): Promise<PlannedEntry[]> {
  const { db, noteMissing } = store;
  const what = table === 'afters' ? 'after-record' : 'reconstruction';
  const refuse = (shown: ShownStatus) => notReady(`${record.type} ${what}`, shown);
  if (shownOf(record).status !== READY_STATUS) throw refuse(shownOf(record));
  const files = await filesOf(db, { table, id: record.id });
  // The record was replaced or deleted after it was read. With this code `sendArchive` looks at it anew.
  if (files.length === 0) throw Object.assign(new Error(`the ${what} has no files any more`), { code: 'ENOENT' });
  const missing = await noteMissing?.(files.map(({ id }) => id));
  if (missing !== undefined && missing > 0) throw refuse(shownOf({ ...record, is_incomplete: 1 }));
  const photos = VIEWS.flatMap((view) => {
    const file = files.find(({ name }) => name === view);
    return file === undefined ? [] : [{ view, file, path: `photos/${view}.${EXTENSIONS[file.mime] ?? 'bin'}` }];
  });
  const model = MODEL_FILES.flatMap(([part, path]) => {
    const file = files.find(({ name }) => name === part);
    return file === undefined ? [] : [{ file, path }];
  });
  const modifiedAt = new Date(record.updated_at);
  const entries = [...photos, ...model].map(({ path, file: { id, sizeBytes, sha256 } }) => {
    return { name: path, sizeBytes, sha256, modifiedAt, open: () => openVerified(store, { id, sha256 }) };
  });
  const paths = Object.fromEntries(photos.map(({ view, path }) => [view, path]));
  return [
    ...entries,
    textEntry('measures.json', json(measuresFromText(record.measures)), modifiedAt),
    textEntry('patient.json', json(createRow(patient, record, paths)), new Date(patient.updated_at)),
  ];
}

/** The flat object that `recon patients create --data patient.json` takes; it names the photos beside it. */
const createRow = (
  patient: StoredPatient,
  record: StoredReconstruction | StoredAfter,
  photoPaths: Record<string, string>,
) => ({
  ...Object.fromEntries(PATIENT_FIELDS.flatMap((field) => (patient[field] === null ? [] : [[field, patient[field]]]))),
  type: record.type,
  provider: String(record.provider),
  ...photoPaths,
  ...measuresFromText(record.given_measures),
});

/** Explains why a generation failed: the interface has no field for the reason. */
function notReady(what: string, { status, reason }: ShownStatus): Refusal {
  if (status === PROCESSING_STATUS) {
    return new Refusal(409, 'in_progress', `the ${what} is still being generated`, { why: 'no model' });
  }
  return new Refusal(409, 'generation_failed', reason ?? `the ${what} has no 3D model`, { why: 'no model' });
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
