import { type FileHandle, open } from 'node:fs/promises';
import type { ReconstructionInput } from '../../core/client.ts';
import type { Draft } from '../../core/draft.ts';
import type { PreparedPhoto } from '../../core/photos.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { photoRow, sentencesOf, viewName } from '../output/photo-rows.ts';
import { photosText } from '../request/send.ts';
import { lookAtPhotos, type SetLook } from './look-at-photos.ts';

/** See `checkBeforeSending`. */
export async function lookAndAsk(
  draft: Draft,
  { type, photos }: ReconstructionInput,
  asks: boolean,
  context: Context,
): Promise<void> {
  if (type === undefined) return;
  const { streams, signal } = context;
  let set: SetLook;
  try {
    set = await look(draft, { type, photos }, context);
  } catch (error) {
    if (signal.aborted) throw error;
    // The request is in order, and the service looks for itself.
    return streams.detail(`the photos could not be looked at: ${error instanceof Error ? error.message : error}`);
  }
  if (set.verdict === 'usable') return streams.say(`looked at ${photosText(set.photos.length)}: usable`);
  await tell(set, context);
  if (!asks || (await (await context.prompt()).confirm('Send them all the same?'))) return;
  throw new ReconError('interrupted', 'nothing was sent', { hint: '--no-photo-check sends without a look' });
}

async function look(
  draft: Draft,
  { type, photos }: Required<Pick<ReconstructionInput, 'type' | 'photos'>>,
  context: Context,
) {
  const live = await context.liveLine();
  const files = new Map<string, FileHandle>();
  try {
    const toSee = photos.map((photo) => ({ view: photo.view, read: () => copyOf(photo, files) }));
    return await lookAtPhotos(type, toSee, draft, { onStep: live.tick }, context);
  } finally {
    live.stop();
    for (const file of files.values()) await file.close();
  }
}

/** The bytes that would be sent. */
async function copyOf({ copyPath, offsetBytes, sizeBytes }: PreparedPhoto, files: Map<string, FileHandle>) {
  const file = files.get(copyPath) ?? (await open(copyPath));
  files.set(copyPath, file);
  const bytes = Buffer.alloc(sizeBytes);
  for (let filled = 0; filled < sizeBytes; ) {
    const { bytesRead } = await file.read(bytes, filled, sizeBytes - filled, offsetBytes + filled);
    if (bytesRead === 0) throw new Error('a copy of a photo ends too early');
    filled += bytesRead;
  }
  return bytes;
}

/** What is not usable, in rows; also with `-q`, as warnings are. */
async function tell({ photos, findings, verdict }: SetLook, context: Context): Promise<void> {
  const { streams } = context;
  const theme = await context.theme('stderr');
  const width = streams.columns();
  const told = photos.filter((photo) => photo.verdict !== 'usable');
  const rows = told.map((photo) =>
    photoRow(viewName(photo.view), photo.verdict, sentencesOf(photo.findings), width, theme),
  );
  if (findings.length > 0) rows.push(photoRow('together', verdict, sentencesOf(findings), width, theme));
  streams.draw(rows.join(''));
}
