import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requirements } from '../../contract/photo-rules.ts';
import {
  MEASURES,
  type MeasureName,
  type ReconstructionType,
  VIEWS,
  type View,
} from '../../contract/reconstruction.ts';
import { sha256Of } from '../../system/sha256.ts';
import type { StagedPhoto } from '../domain/files.ts';
import type { NewGeneration, ProviderNumber } from '../domain/generation.ts';
import type { Incoming } from '../storage/incoming.ts';

export interface PlannedReconstruction {
  person: 'ana' | 'ben';
  type: ReconstructionType;
  provider: ProviderNumber;
  /** It ends within seconds, and the start waits for it. */
  isAwaited?: boolean;
  /** Accepted; its photos are those of the first one, so it takes that one's model where that is ready. */
  isAccepted?: boolean;
  /** Left and right are swapped, so the generation fails. */
  isSwapped?: boolean;
  /** Undefined for no simulations. */
  simulationSeed?: number;
}

/**
 * The reconstructions of the first patients, in order: every type, both people, and every state that a list can show,
 * from the start on: ready, being made, accepted, failed. They are few and use the quick provider, because a user's job
 * waits behind them.
 */
export const PLANNED_RECONSTRUCTIONS: readonly PlannedReconstruction[] = [
  { person: 'ana', type: 'mammo', provider: 4, isAwaited: true, simulationSeed: 11 },
  { person: 'ben', type: 'face', provider: 4 },
  { person: 'ana', type: 'mammo', provider: 4, isAccepted: true, simulationSeed: 12 },
  { person: 'ben', type: 'body', provider: 4 },
  { person: 'ben', type: 'face', provider: 4, isAwaited: true, isSwapped: true },
];

const SWAPPED: Partial<Record<View, View>> = { left: 'right', right: 'left' };

/** The folder inside samples/PERSON/ with the photos of each type. */
const FOLDERS: Readonly<Record<ReconstructionType, string>> = { face: 'face', mammo: 'torso', body: 'body' };

/** Copies one sample person's photos, as if they had just been received, and gives the person's measures. */
export async function stageSample(
  incoming: Incoming,
  samplesFolder: string,
  { person, type, provider, isSwapped = false }: PlannedReconstruction,
): Promise<NewGeneration> {
  const needs = requirements(type, String(provider));
  const photos: StagedPhoto[] = [];
  for (const view of VIEWS.filter((one) => needs.includes(one))) {
    const shown = isSwapped ? (SWAPPED[view] ?? view) : view;
    const bytes = await readFile(join(samplesFolder, person, FOLDERS[type], `${shown}.jpg`));
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
