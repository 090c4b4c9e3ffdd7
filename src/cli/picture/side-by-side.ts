import { type RgbImage, resizedTo } from '../../core/pictures.ts';

export interface Row extends RgbImage {
  /** Where each picture begins, as a share of the width. */
  starts: readonly number[];
}

/** Pictures in a row, all as high as the lowest, on black. */
export async function sideBySide(images: readonly RgbImage[], gapPx: number): Promise<Row> {
  const heightPx = Math.min(...images.map((image) => image.heightPx));
  const fitted = await Promise.all(
    images.map((image) => {
      const widthPx = Math.max(1, Math.round((image.widthPx * heightPx) / image.heightPx));
      return image.heightPx === heightPx ? image : resizedTo(image, widthPx, heightPx);
    }),
  );
  const widthPx = fitted.reduce((sum, image) => sum + image.widthPx, gapPx * (fitted.length - 1));
  const rgb = new Uint8Array(3 * widthPx * heightPx);
  const starts: number[] = [];
  let left = 0;
  for (const image of fitted) {
    starts.push(left / widthPx);
    const bytesOfRow = 3 * image.widthPx;
    for (let row = 0; row < heightPx; row += 1) {
      rgb.set(image.rgb.subarray(row * bytesOfRow, (row + 1) * bytesOfRow), 3 * (row * widthPx + left));
    }
    left += image.widthPx + gapPx;
  }
  return { widthPx, heightPx, rgb, starts };
}
