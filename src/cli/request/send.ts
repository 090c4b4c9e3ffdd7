import type { PreparedPhoto } from '../../core/photos.ts';
import { byteSizeText } from '../../system/byte-size.ts';
import type { Context } from '../context.ts';

/** Sends with its progress shown, photos or not; the spinner is gone when this settles. */
export async function sendWithProgress<T>(
  photos: readonly PreparedPhoto[],
  context: Context,
  send: (hooks: { onUpload(sentBytes: number, totalBytes: number): void }) => Promise<T>,
): Promise<T> {
  if (photos.length === 0) return await send({ onUpload: () => {} });
  const live = await context.liveLine();
  const bytes = photos.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  const line = `sending ${photosText(photos.length)}, ${byteSizeText(bytes)}`;
  let isSending = false;
  live.tick('asking the service');
  try {
    return await send({
      onUpload: (sentBytes, totalBytes) => {
        // A look at the service comes first, and may fail.
        if (!isSending) live.state(line);
        isSending = true;
        const isSent = sentBytes >= totalBytes;
        live.tick(isSent ? 'sent, waiting for the service' : `${line}, ${percent(sentBytes, totalBytes)}`);
      },
    });
  } finally {
    live.stop();
  }
}

export const photosText = (count: number) => (count === 1 ? '1 photo' : `${count} photos`);

const percent = (part: number, whole: number) => `${Math.floor((part / Math.max(1, whole)) * 100)} %`;
