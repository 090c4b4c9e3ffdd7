import { findProvider } from '../../contract/providers.ts';
import { RECONSTRUCTION_TYPES, type ReconstructionType, VIEWS } from '../../contract/reconstruction.ts';
import type { ViewerModel, ViewerPhoto } from '../../contract/viewer.ts';
import { type ArchiveEntry, isFile } from '../archive/entries.ts';
import { extensionOf, MOST_MODEL_BYTES, modelIn } from '../archive/model-file.ts';
import { type OpenArchive, withArchive } from '../archive/open-archive.ts';
import { unpackToMemory } from '../archive/unpack-entry.ts';
import { reportFacts } from './report-facts.ts';

/** A file that the page may ask for. */
export interface PageFile {
  mime: string;
  bytes(): Promise<Uint8Array>;
}

/** A model as the page gets it, and its files by the addresses that it names. */
export interface ViewedArchive {
  model: ViewerModel;
  /** Of the model, where the archive tells. */
  type?: ReconstructionType;
  files: ReadonlyMap<string, PageFile>;
  /** The sheet of views round the model, where there is one. */
  frames?: PageFile;
}

const GLB = 'model/gltf-binary';
const PICTURES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};
const MOST_PICTURE_BYTES = 64 * 1024 ** 2;
const MOST_JSON_BYTES = 4 * 1024 ** 2;

/**
 * Opens an archive for the viewer and keeps it open while `use` runs. Only the model, photos that are named after their
 * view, the report and the type in the record are ever read; each is checked as it is unpacked.
 *
 * @param prefix of the addresses, so that two archives do not share one
 */
export async function withViewedArchive<T>(
  path: string,
  { label, shortLabel, note, prefix }: Pick<ViewerModel, 'label' | 'shortLabel' | 'note'> & { prefix: string },
  use: (viewed: ViewedArchive) => Promise<T>,
): Promise<T> {
  return await withArchive(path, async (archive) => {
    const glb = modelIn(archive.entries);
    const day = dayOf(glb);
    const { cameras, ...report } = reportFacts(await jsonIn(archive, 'report.json'));
    const { type, provider } = recordFacts(await jsonIn(archive, 'patient.json'));
    const files = new Map<string, PageFile>([[`${prefix}.glb`, fileOf(archive, glb, GLB, MOST_MODEL_BYTES)]]);
    const photos = VIEWS.flatMap((view): ViewerPhoto[] => {
      const entry = archive.entries.find((one) => isPhotoOf(one, view));
      const mime = entry && PICTURES[extensionOf(entry.name)];
      if (entry === undefined || mime === undefined) return [];
      const picture = `${prefix}-${view}`;
      files.set(picture, fileOf(archive, entry, mime, MOST_PICTURE_BYTES));
      const camera = cameras.get(view);
      return [{ view, picture, mark: markOf(entry), ...(camera && { camera }) }];
    });
    const about = {
      ...(shortLabel !== undefined && { shortLabel }),
      ...(note !== undefined && { note }),
      ...(provider !== undefined && { provider }),
      ...(day !== undefined && { day }),
    };
    const model = { label, glb: `${prefix}.glb`, photos, ...report, ...about };
    const sheet = archive.entries.find(({ name }) => name === 'frames.jpg');
    const frames = sheet && fileOf(archive, sheet, PICTURES['jpg']!, MOST_PICTURE_BYTES);
    return await use({ model, files, ...(type && { type }), ...(frames && { frames }) });
  });
}

/** Every archive has it, whoever made it. */
const markOf = ({ entry: { crc32 }, sizeBytes }: ArchiveEntry) => `${crc32.toString(16)}-${sizeBytes}`;

/** As the one who packed the archive had it; 1980 is where a zip's calendar begins, and told by those who say none. */
function dayOf({ entry: { lastModFileDate: packed } }: ArchiveEntry): string | undefined {
  const [year, month, day] = [(packed >> 9) + 1980, (packed >> 5) & 15, packed & 31];
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const isDay = year > 1980 && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
  return isDay ? text : undefined;
}

const baseOf = (name: string) => name.split('/').at(-1)!;

/** `photos/front.jpg`, `front.png`; a texture or a turntable is no photo. */
const isPhotoOf = (entry: ArchiveEntry, view: string) =>
  isFile(entry) &&
  baseOf(entry.name)
    .toLowerCase()
    .replace(/\.[a-z]+$/, '')
    .replaceAll('-', '_') === view &&
  PICTURES[extensionOf(entry.name)] !== undefined;

function fileOf(archive: OpenArchive, entry: ArchiveEntry, mime: string, mostBytes: number): PageFile {
  return {
    mime,
    bytes: async () => await unpackToMemory(archive.zip, entry, mostBytes, archive.checksums.get(entry.name)),
  };
}

/** A file of our own service's archives; those of any other one may lack it, or have one of another shape. */
async function jsonIn({ zip, entries, checksums }: OpenArchive, name: string): Promise<unknown> {
  const entry = entries.find((one) => one.name === name);
  if (entry === undefined || entry.sizeBytes > MOST_JSON_BYTES) return undefined;
  const bytes = await unpackToMemory(zip, entry, MOST_JSON_BYTES, checksums.get(name));
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** The type of the model, and the title of the provider that made it. */
function recordFacts(record: unknown): { type?: ReconstructionType; provider?: string } {
  if (typeof record !== 'object' || record === null) return {};
  const told = new Map<string, unknown>(Object.entries(record));
  const type = RECONSTRUCTION_TYPES.find((one) => one === told.get('type'));
  const provider = type && findProvider(type, String(told.get('provider')))?.title;
  return { ...(type && { type }), ...(provider !== undefined && { provider }) };
}
