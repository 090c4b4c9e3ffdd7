import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requirements } from '../../contract/photo-rules.ts';
import { MEASURES, type MeasureName, type ReconstructionType, VIEWS } from '../../contract/reconstruction.ts';
import { sha256Of } from '../../system/sha256.ts';
import type { StagedPhoto } from '../domain/files.ts';
import type { NewGeneration, ProviderNumber } from '../domain/generation.ts';
import type { Incoming } from '../storage/incoming.ts';

export interface PlannedReconstruction {
  person: 'ana' | 'ben';
  type: ReconstructionType;
  provider: ProviderNumber;
  isAccepted: boolean;
  /** Undefined for no simulations. */
  simulationSeed?: number;
}

/**
 * The reconstructions of the first patients, in order: every type, both people, and both states of `accepted`. They are
 * few and use the quick provider, because a user's job waits behind them.
 */
export const PLANNED_RECONSTRUCTIONS: readonly PlannedReconstruction[] = [
  { person: 'ana', type: 'mammo', provider: 4, isAccepted: false, simulationSeed: 11 },
  { person: 'ben', type: 'face', provider: 4, isAccepted: false },
  { person: 'ana', type: 'mammo', provider: 4, isAccepted: true, simulationSeed: 12 },
  { person: 'ben', type: 'body', provider: 4, isAccepted: false },
];

/** The folder inside samples/PERSON/ with the photos of each type. */
const FOLDERS: Readonly<Record<ReconstructionType, string>> = { face: 'face', mammo: 'torso', body: 'body' };

/** Copies one sample person's photos, as if they had just been received, and gives the person's measures. */
export async function stageSample(
  incoming: Incoming,
  samplesFolder: string,
  { person, type, provider }: PlannedReconstruction,
): Promise<NewGeneration> {
  const needs = requirements(type, String(provider));
  const photos: StagedPhoto[] = [];
  for (const view of VIEWS.filter((one) => needs.includes(one))) {
    const bytes = await readFile(join(samplesFolder, person, FOLDERS[type], `${view}.jpg`));
    const path = incoming.newPath();
    await writeFile(path, bytes, { mode: 0o600 });
    photos.push({ view, path, sizeBytes: bytes.length, sha256: sha256Of(bytes), mime: 'image/jpeg' });
  }
  const measured = await measuresOf(samplesFolder, person);
  const wanted = MEASURES.filter((name) => needs.includes(name) || (type === 'face' && name === 'eye_distance'));
  return { type, provider, photos, measures: Object.fromEntries(wanted.map((name) => [name, measured[name]])) };
}

/** `samples/manifest.json` holds each person's measures in cm. */
async function measuresOf(samplesFolder: string, person: string): Promise<Record<MeasureName, number>> {
  const manifest = JSON.parse(await readFile(join(samplesFolder, 'manifest.json'), 'utf8')) as {
    people: Record<string, { measures: Record<MeasureName, number> }>;
  };
  return manifest.people[person]!.measures;
}
