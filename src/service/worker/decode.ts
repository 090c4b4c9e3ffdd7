import { readFile } from 'node:fs/promises';
import { makeThumb } from '../../photo/decode.ts';
import { examinePhoto } from '../../photo/examine.ts';
import type { Decoding } from './orders.ts';
import { takeOrders } from './take-orders.ts';

/** A request waits for it; still, beside the thread that takes bodies, it gets a third of a busy processor. */
const NICENESS = 4;

/** The program that decodes photos which anybody may have sent. */
takeOrders<Decoding>(NICENESS, async ({ path, thumbSidePx }) => {
  const bytes = await readFile(path);
  return thumbSidePx === undefined ? examinePhoto(bytes) : makeThumb(bytes, thumbSidePx);
});
