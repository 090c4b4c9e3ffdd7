import { readFile } from 'node:fs/promises';
import { lookAtAll, lookAtEach, type ReadView } from '../../engine/look-at-all.ts';
import type { Looking } from './orders.ts';
import { takeOrders } from './take-orders.ts';
import { warningsOf } from './warnings-of.ts';

/** The file beside the built program; see scripts/build.mjs. */
const PEOPLE = new URL('./people.bin', import.meta.url);

/** A patient waits for it, but it only advises. */
const NICENESS = 6;

/** The program that looks at photos as a generation does. */
takeOrders<Looking>(NICENESS, async ({ type, paths, together }) => {
  const read: ReadView = (view) => (paths[view] === undefined ? undefined : readFile(paths[view]));
  if (together === undefined) return warningsOf({ photos: await lookAtEach(type, read), findings: [] });
  const order = { ...together, faultsOnly: true, people: await readFile(PEOPLE) };
  return warningsOf(await lookAtAll(type, read, order));
});
