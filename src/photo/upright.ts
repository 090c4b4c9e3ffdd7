/** Whether a picture is clearly wider than tall, as a portrait lying on its side is. */
export function looksSideways(picture: { widthPx: number; heightPx: number }): boolean {
  return picture.widthPx > picture.heightPx * 1.2;
}
