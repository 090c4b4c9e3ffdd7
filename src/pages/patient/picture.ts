import { LOOKED_AT_PX, type Pixels } from './own-checks.ts';

/** By its bytes; the name and the type that a phone gives are not asked. */
export function isPhoto(bytes: ArrayBuffer): boolean {
  const start = new Uint8Array(bytes.slice(0, 12));
  const text = String.fromCharCode(...start);
  return (
    (start[0] === 0xff && start[1] === 0xd8) ||
    text.startsWith('\x89PNG') ||
    (text.startsWith('RIFF') && text.endsWith('WEBP')) ||
    isHeic(bytes)
  );
}

export const isHeic = (bytes: ArrayBuffer): boolean =>
  /^.{4}ftyp(hei|hev|mif)/s.test(String.fromCharCode(...new Uint8Array(bytes.slice(0, 12))));

/** The picture as a JPEG; undefined where this browser cannot open it. */
export async function asJpeg(blob: Blob): Promise<ArrayBuffer | undefined> {
  try {
    const picture = await createImageBitmap(blob);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext('2d')!.drawImage(picture, 0, 0);
    picture.close();
    return await (await jpegOf(canvas))?.arrayBuffer();
  } catch {
    return undefined;
  }
}

export const jpegOf = async (canvas: HTMLCanvasElement): Promise<Blob | undefined> =>
  (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95))) ?? undefined;

/** The picture at the width for looking, and its own short side; undefined where this browser cannot open it. */
export async function lookable(blob: Blob): Promise<{ pixels: Pixels; shortSidePx: number } | undefined> {
  try {
    const picture = await createImageBitmap(blob);
    const width = LOOKED_AT_PX;
    const height = Math.max(1, Math.round((picture.height / picture.width) * width));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, width, height);
    const shortSidePx = Math.min(picture.width, picture.height);
    picture.close();
    return { pixels: context.getImageData(0, 0, width, height), shortSidePx };
  } catch {
    return undefined;
  }
}
