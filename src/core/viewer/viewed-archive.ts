import { findProvider } from '../../contract/providers.ts';
import { RECONSTRUCTION_TYPES, type ReconstructionType, VIEWS } from '../../contract/reconstruction.ts';
import type { ViewerModel, ViewerPhoto } from '../../contract/viewer.ts';
import { ReconError } from '../../errors.ts';
import { type ArchiveEntry, isFile } from '../archive/entries.ts';
import { type OpenArchive, withArchive } from '../archive/open-archive.ts';
import { unpackToMemory } from '../archive/unpack-entry.ts';
import { shown } from '../shown.ts';
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
}

const GLB = 'model/gltf-binary';
const PICTURES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};
/** More than a browser can be expected to show. */
const MOST_GLB_BYTES = 256 * 1024 ** 2;
const MOST_PICTURE_BYTES = 64 * 1024 ** 2;
const MOST_JSON_BYTES = 4 * 1024 ** 2;
/** Of an archive's files, in a message. */
const MOST_NAMES = 8;

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
    const files = new Map<string, PageFile>([[`${prefix}.glb`, fileOf(archive, glb, GLB, MOST_GLB_BYTES)]]);
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
    return await use({ model, files, ...(type && { type }) });
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

const extensionOf = (name: string) => /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
const baseOf = (name: string) => name.split('/').at(-1)!;

/** `photos/front.jpg`, `front.png`; a texture or a turntable is no photo. */
const isPhotoOf = (entry: ArchiveEntry, view: string) =>
  isFile(entry) &&
  baseOf(entry.name)
    .toLowerCase()
    .replace(/\.[a-z]+$/, '')
    .replaceAll('-', '_') === view &&
  PICTURES[extensionOf(entry.name)] !== undefined;

/** `model.glb`, or the only file of the kind. */
function modelIn(entries: readonly ArchiveEntry[]): ArchiveEntry {
  const found = entries.filter((entry) => isFile(entry) && extensionOf(entry.name) === 'glb');
  const named = found.find(({ name }) => name === 'model.glb') ?? (found.length === 1 ? found[0] : undefined);
  if (named !== undefined) return named;
  const names = entries.filter(isFile).map(({ name }) => shown(name));
  const listed = `${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ' …' : ''}`;
  const problem = found.length === 0 ? 'no 3D model that can be shown' : 'several 3D models, and none is model.glb';
  throw new ReconError('unsafe_archive', `the archive has ${problem}`, {
    details: [`a model is a GLB file; there are: ${listed}`],
    hint: 'an archive that was downloaded for a 3D model',
  });
}

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
