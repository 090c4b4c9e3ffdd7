import { ReconError } from '../errors.ts';
import { examinePhoto, type PhotoFacts, wrongFormat } from '../photo/examine.ts';
import { detectFormat, isPhotoFormat } from '../photo/format.ts';
import { heicToJpeg } from '../photo/heic.ts';
import { stripMetadata } from '../photo/strip.ts';
import { createRoom, type Room, readPhotoFile } from './photo-file.ts';

/** A photo as it would be sent. Its bytes lie in the rooms: the next photo read there overwrites them. */
export interface CleanPhoto {
  ok: true;
  bytes: Uint8Array;
  /** Private data that is in the original and not in the bytes, in words. */
  removed: string[];
  /** It was something else: "was converted from HEIC to JPEG". */
  warnings: string[];
}

export interface CheckedPhoto extends CleanPhoto {
  facts: PhotoFacts;
}

/** `problem` is a predicate, to be put after the path: "is cut off before its end". */
export interface BadPhoto {
  ok: false;
  problem: string;
}

/** Memory for one photo at a time. */
export interface PhotoRooms {
  original: Room;
  stripped: Room;
}

export const createPhotoRooms = (): PhotoRooms => ({ original: createRoom(), stripped: createRoom() });

/** Runs work with rooms of its own, which later work uses again. */
export function sharedPhotoRooms(): <T>(work: (rooms: PhotoRooms) => Promise<T>) => Promise<T> {
  const free: PhotoRooms[] = [];
  return async (work) => {
    const rooms = free.pop() ?? createPhotoRooms();
    try {
      return await work(rooms);
    } finally {
      free.push(rooms);
    }
  };
}

/** Read and freed of private data, but not yet looked at. */
export async function readCleanPhoto(
  path: string,
  keepMetadata: boolean,
  rooms: PhotoRooms,
): Promise<CleanPhoto | BadPhoto> {
  const file = await readPhotoFile(path, rooms.original);
  if (!file.ok) return file;
  const format = detectFormat(file.bytes);
  if (format === 'heic') return await fromHeic(file.bytes);
  if (keepMetadata || !isPhotoFormat(format)) return { ok: true, bytes: file.bytes, removed: [], warnings: [] };
  return { ok: true, ...stripMetadata(file.bytes, format, rooms.stripped.take), warnings: [] };
}

/** Decoded to its end. */
export async function examineClean(photo: CleanPhoto): Promise<CheckedPhoto | BadPhoto> {
  const examined = await examinePhoto(photo.bytes);
  if (!examined.ok) return examined;
  const { facts } = examined;
  return { ...photo, facts, warnings: [...photo.warnings, ...facts.warnings] };
}

async function fromHeic(heic: Uint8Array): Promise<CleanPhoto | BadPhoto> {
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
