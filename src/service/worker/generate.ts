import { readFile, writeFile } from 'node:fs/promises';
import { failureText } from '../../contract/failure-text.ts';
import { type ReconstructionType, VIEWS, type View } from '../../contract/reconstruction.ts';
import { MODEL, type People } from '../../engine/fit-person.ts';
import { readModels } from '../../engine/morphable/model-bytes.ts';
import { type EngineResult, reconstruct } from '../../engine/reconstruct.ts';
import { PhotoRefusal } from '../../engine/refusal.ts';
import { ReconError } from '../../errors.ts';
import { loadSharp } from '../../photo/load-sharp.ts';
import { lineText } from '../../system/line-text.ts';
import { sha256Of } from '../../system/sha256.ts';
import type { FileFacts } from '../storage/blob-store.ts';
import { type Generating, PART_NAMES, type PartName } from './orders.ts';
import { takeOrders } from './take-orders.ts';

/** The file beside the built program; see scripts/build.mjs. */
const PEOPLE = new URL('./people.bin', import.meta.url);

/** Beside what answers requests, it gets a tenth of a busy processor. */
const NICENESS = 10;

/** A process that is started while photos arrive is told the type of the model. */
const [, , expected] = process.argv as [string, string, ReconstructionType?];

/** What the first order needs beside its photos. It is not kept: a process would come to hold the people of all types. */
let ready = expected && madeReady(expected);

async function madeReady(type: ReconstructionType): Promise<People> {
  const people = await readPeople();
  // Each is unpacked when it is first asked for.
  if (people[MODEL[type]]) await loadSharp();
  return people;
}

async function readPeople(): Promise<People> {
  return readModels(await readFile(PEOPLE));
}

/** The program that makes models. The database stays with the service. */
takeOrders<Generating>(NICENESS, async ({ photoPaths, partPaths, ...input }, onProgress) => {
  try {
    const photos = await readPhotos(photoPaths);
    const people = await (ready ?? readPeople());
    ready = undefined;
    const result = await reconstruct({ ...input, photos }, people, { onProgress });
    const certainty = { expected: expectedOf(result), warnings: result.report.warnings };
    return { ok: true, model: { measures: result.measures, certainty, parts: await writeParts(result, partPaths) } };
  } catch (error) {
    // Any other error is a fault, and counts as an attempt.
    if (!(error instanceof ReconError) || error.code !== 'generation_failed') throw error;
    const all = [error, ...(error instanceof PhotoRefusal ? error.further : [])];
    return { ok: false, reason: failureText(all.map(reasonOf)) };
  }
});

const reasonOf = ({ message, hint = '' }: ReconError) => ({ sentence: message, advice: asSentence(lineText(hint)) });

const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const expectedOf = ({ report }: EngineResult) =>
  Object.fromEntries(Object.entries(report.expected_error).map(([part, { mm }]) => [part, mm]));

async function readPhotos(paths: Generating['order']['photoPaths']): Promise<Partial<Record<View, Uint8Array>>> {
  const photos: Partial<Record<View, Uint8Array>> = {};
  for (const view of VIEWS) {
    const path = paths[view];
    if (path !== undefined) photos[view] = await readFile(path);
  }
  return photos;
}

async function writeParts(
  { glb, obj, mtl, texture, frames, report }: EngineResult,
  paths: Record<PartName, string>,
): Promise<Record<PartName, FileFacts>> {
  const bytes = { glb, obj, mtl, texture, frames, report: JSON.stringify(report, null, 2) };
  const facts = {} as Record<PartName, FileFacts>;
  for (const name of PART_NAMES) {
    await writeFile(paths[name], bytes[name], { mode: 0o600 });
    facts[name] = { sizeBytes: Buffer.byteLength(bytes[name]), sha256: sha256Of(bytes[name]) };
  }
  return facts;
}
