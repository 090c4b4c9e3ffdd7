import { PATIENT_FIELDS } from '../../contract/patient.ts';
import { VIEWS } from '../../contract/reconstruction.ts';
import { type PlannedEntry, textEntry } from '../archive/stream-archive.ts';
import type { ArchiveSource } from '../domain/archive-source.ts';
import type { KeptFile } from '../domain/files.ts';
import { measuresFromText } from '../domain/measures.ts';
import type { BlobStore } from '../storage/blobs.ts';

/** The paths of the model's parts in the archive. */
const MODEL_FILES: readonly { part: string; name: string }[] = [
  { part: 'glb', name: 'model.glb' },
  { part: 'obj', name: 'model.obj' },
  { part: 'mtl', name: 'model.mtl' },
  { part: 'texture', name: 'texture.jpg' },
  { part: 'frames', name: 'frames.jpg' },
  { part: 'report', name: 'report.json' },
];

const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/** The files of a download: the photos as they were sent, the model, and the data of patient and reconstruction. */
export function archiveEntries(source: ArchiveSource, blobs: BlobStore): PlannedEntry[] {
  const { patient, reconstruction, files } = source;
  const ofFile = (name: string, file: KeptFile): PlannedEntry => ({
    name,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    modifiedAt: new Date(reconstruction.updated_at),
    open: () => blobs.open(file.id),
  });
  const byName = new Map(files.map((file) => [file.name, file]));
  const photos = photosOf(files).map(({ path, file }) => ofFile(path, file));
  const model = MODEL_FILES.flatMap(({ part, name }) => {
    const file = byName.get(part);
    return file === undefined ? [] : [ofFile(name, file)];
  });
  return [
    ...photos,
    ...model,
    textEntry('measures.json', json(measuresFromText(reconstruction.measures)), new Date(reconstruction.updated_at)),
    textEntry('patient.json', json(patientRow(source)), new Date(patient.updated_at)),
  ];
}

/** The flat object that `recon patients create --data patient.json` takes; it names the photos beside it. */
function patientRow({ patient, reconstruction, files }: ArchiveSource): Record<string, string | number> {
  const fields = PATIENT_FIELDS.flatMap((field) => {
    const value = patient[field];
    return value === null ? [] : [[field, value] as const];
  });
  return {
    ...Object.fromEntries(fields),
    type: reconstruction.type,
    provider: String(reconstruction.provider),
    ...Object.fromEntries(photosOf(files).map(({ view, path }) => [view, path])),
    ...measuresFromText(reconstruction.given_measures),
  };
}

const photosOf = (files: readonly KeptFile[]) =>
  VIEWS.flatMap((view) => {
    const file = files.find(({ name }) => name === view);
    return file === undefined ? [] : [{ view, file, path: `photos/${view}.${EXTENSIONS[file.mime] ?? 'bin'}` }];
  });

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
