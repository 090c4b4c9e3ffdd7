import { readFile } from 'node:fs/promises';
import { makeThumb } from '../../photo/decode.ts';
import { examinePhoto } from '../../photo/examine.ts';
import type { Decoding } from './orders.ts';
import { takeOrders } from './take-orders.ts';

/** The program that decodes photos which anybody may have sent. */
takeOrders<Decoding>(async ({ path, thumbSidePx }) => {
  const bytes = await readFile(path);
  return thumbSidePx === undefined ? examinePhoto(bytes) : makeThumb(bytes, thumbSidePx);
});
