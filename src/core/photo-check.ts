import { VIEWS, type View } from '../contract/reconstruction.ts';
import { ReconError } from '../errors.ts';
import { examinePhoto, type PhotoFacts, wrongFormat } from '../photo/examine.ts';
import { detectFormat, isPhotoFormat } from '../photo/format.ts';
import { heicToJpeg } from '../photo/heic.ts';
import { stripMetadata } from '../photo/strip.ts';
import { createReusedBuffer, type ReusedBuffer, readPhotoFile } from './photo-file.ts';
import { shown } from './shown.ts';

/** A photo as it would be sent. Its bytes lie in the buffers: the next photo read there overwrites them. */
export interface PhotoToSend {
  ok: true;
  bytes: Uint8Array;
  /** Private data that is in the original and not in the bytes, in words. */
  removed: string[];
  /** It was something else: "was converted from HEIC to JPEG". */
  warnings: string[];
}

export { SMALL_REMEDY, wideWarning } from '../photo/examine.ts';

export interface CheckedPhoto extends PhotoToSend {
  facts: PhotoFacts;
}

/** `problem` is a predicate, to be put after the path: "is cut off before its end". */
export interface BadPhoto {
  ok: false;
  problem: string;
  /** It can be read, but has too few pixels. */
  isSmall?: true;
  /** The view that has the same picture. */
  twin?: View;
}

/** Memory for one photo at a time. */
export interface PhotoBuffers {
  original: ReusedBuffer;
  stripped: ReusedBuffer;
}

export const createPhotoBuffers = (): PhotoBuffers => ({
  original: createReusedBuffer(),
  stripped: createReusedBuffer(),
});

/** Runs work with buffers of its own, which later work uses again. */
export function sharedPhotoBuffers(): <T>(work: (buffers: PhotoBuffers) => Promise<T>) => Promise<T> {
  const free: PhotoBuffers[] = [];
  return async (work) => {
    const buffers = free.pop() ?? createPhotoBuffers();
    try {
      return await work(buffers);
    } finally {
      free.push(buffers);
    }
  };
}

/** Read and freed of private data, but not yet looked at. */
export async function readPhotoToSend(
  path: string,
  keepMetadata: boolean,
  buffers: PhotoBuffers,
): Promise<PhotoToSend | BadPhoto> {
  const file = await readPhotoFile(path, buffers.original);
  if (!file.ok) return file;
  const format = detectFormat(file.bytes);
  if (format === 'heic') return await fromHeic(file.bytes);
  if (keepMetadata || !isPhotoFormat(format)) return { ok: true, bytes: file.bytes, removed: [], warnings: [] };
  return { ok: true, ...stripMetadata(file.bytes, format, buffers.stripped.take), warnings: [] };
}

/** Read to its end. The service decodes every photo again, and what it makes models of is what it has decoded. */
async function checkPhotoToSend(photo: PhotoToSend): Promise<CheckedPhoto | BadPhoto> {
  const examined = await examinePhoto(photo.bytes, { isDecodedLater: true });
  if (!examined.ok) return examined;
  const { facts } = examined;
  return { ...photo, facts, warnings: [...photo.warnings, ...facts.warnings] };
}

async function fromHeic(heic: Uint8Array): Promise<PhotoToSend | BadPhoto> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await heicToJpeg(heic);
  } catch (error) {
    if (error instanceof ReconError) return { ok: false, problem: 'is a HEIC photo that does not decode' };
    throw error;
  }
  if (bytes === undefined) return { ok: false, problem: wrongFormat('heic') };
  return { ok: true, bytes, removed: [], warnings: ['was converted from HEIC to JPEG'] };
}

export type PhotoFiles = Partial<Record<View, string>>;

export interface SetOptions {
  keepMetadata?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

interface OfSet<Photo> {
  view: View;
  path: string;
  photo: Photo | BadPhoto;
}

/** Reads the photos of one patient, one after another. The bytes of each are there until the next one is read. */
export async function* readPhotoSet(
  files: PhotoFiles,
  buffers: PhotoBuffers,
  { keepMetadata = false, signal }: SetOptions,
): AsyncGenerator<OfSet<PhotoToSend>> {
  for (const view of VIEWS) {
    const path = files[view];
    if (path === undefined) continue;
    signal?.throwIfAborted();
    yield { view, path, photo: await readPhotoToSend(path, keepMetadata, buffers) };
  }
}

/** A predicate, as `sameAs({ view: 'front', path })`. */
export const sameAs = ({ view, path }: { view: View; path: string }) =>
  `is the same picture as ${view} (${shown(path)})`;

/** The same, each read to its end; one picture given for two views is bad the second time. */
export async function* checkPhotoSet(
  files: PhotoFiles,
  buffers: PhotoBuffers,
  options: SetOptions,
): AsyncGenerator<OfSet<CheckedPhoto>> {
  const seen = new Map<string, { view: View; path: string }>();
  for await (const { view, path, photo: read } of readPhotoSet(files, buffers, options)) {
    const photo = read.ok ? await checkPhotoToSend(read) : read;
    const twin = photo.ok ? seen.get(photo.facts.pictureHash) : undefined;
    if (photo.ok && twin === undefined) seen.set(photo.facts.pictureHash, { view, path });
    if (twin === undefined) yield { view, path, photo };
    else yield { view, path, photo: { ok: false, problem: sameAs(twin), twin: twin.view } };
  }
}
