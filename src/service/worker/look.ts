import { readFile } from 'node:fs/promises';
import type { SetWarnings } from '../../contract/patient-page.ts';
import { GOOD_SHORT_SIDE_PX } from '../../contract/photo-limits.ts';
import { VIEWS } from '../../contract/reconstruction.ts';
import { lookAtAll, lookAtEach, type ReadView } from '../../engine/look-at-all.ts';
import { detectFormat, isPhotoFormat } from '../../photo/format.ts';
import { readPictureHeader } from '../../photo/header.ts';
import type { Looking } from './orders.ts';
import { takeOrders } from './take-orders.ts';
import { warningsOf, warningsOfEach } from './warnings-of.ts';

/** The file beside the built program; see scripts/build.mjs. */
const PEOPLE = new URL('./people.bin', import.meta.url);

/** A patient waits for it, but it only advises. */
const NICENESS = 6;

/** The program that looks at photos as a generation does. */
takeOrders<Looking>(NICENESS, async ({ type, paths, together }) => {
  const read: ReadView = (view) => (paths[view] === undefined ? undefined : readFile(paths[view]));
  if (together === undefined) {
    return withSmall(warningsOfEach(await lookAtEach(type, read)), read);
  }
  const order = { ...together, faultsOnly: true, people: await readFile(PEOPLE) };
  return withSmall(warningsOf(await lookAtAll(type, read, order)), read);
});

/** A generation takes small photos without a word; the phone sees by itself that one is, and the desk does not. */
async function withSmall(found: SetWarnings, read: ReadView): Promise<SetWarnings> {
  const all = { ...found.photos };
  for (const view of VIEWS) {
    const bytes = await read(view);
    if (bytes !== undefined && (await isSmall(bytes))) all[view] = [...(all[view] ?? []), 'small'];
  }
  return { ...found, photos: all };
}

async function isSmall(bytes: Uint8Array): Promise<boolean> {
  const format = detectFormat(bytes);
  const header = isPhotoFormat(format) ? await readPictureHeader(bytes, format) : undefined;
  return header !== undefined && Math.min(header.width, header.height) < GOOD_SHORT_SIDE_PX;
}
