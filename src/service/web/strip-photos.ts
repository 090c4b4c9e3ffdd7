import { readFile, writeFile } from 'node:fs/promises';
import { detectFormat } from '../../photo/format.ts';
import { stripMetadata } from '../../photo/strip.ts';
import { sha256Of } from '../../system/sha256.ts';
import type { StagedPhoto } from '../domain/files.ts';

/**
 * Removes place, time and camera from photos that a patient's phone sent. Clinic staff use a client that does this
 * before sending; a patient has only the page. One photo at a time is in memory.
 */
export async function stripPhotos(photos: readonly StagedPhoto[]): Promise<StagedPhoto[]> {
  const stripped: StagedPhoto[] = [];
  for (const photo of photos) stripped.push(await stripPhoto(photo));
  return stripped;
}

async function stripPhoto(photo: StagedPhoto): Promise<StagedPhoto> {
  const original = await readFile(photo.path);
  const format = detectFormat(original);
  if (format !== 'jpeg' && format !== 'png' && format !== 'webp') return photo;
  const { bytes } = stripMetadata(original, format);
  if (bytes === original) return photo;
  await writeFile(photo.path, bytes);
  return { ...photo, sizeBytes: bytes.length, sha256: sha256Of(bytes) };
}
