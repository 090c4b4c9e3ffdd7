import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** One synthetic person as the flags of `recon patients create` take it. */
export interface SamplePerson {
  patientFlags: string[];
  /** Folder of the photos, relative to where we are if that is shorter. */
  photos(set: 'face' | 'torso' | 'body'): string;
  /** `--eye-distance 6.2` */
  measureFlag(name: 'eye_distance' | 'nipple_to_nipple' | 'hipline'): string[];
}

export async function samplePeople(root: string): Promise<{ ana: SamplePerson; ben: SamplePerson }> {
  const folder = join(root, 'samples');
  const { people } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  return { ana: person(folder, 'ana', people.ana), ben: person(folder, 'ben', people.ben) };
}

interface Manifest {
  people: Record<'ana' | 'ben', ManifestPerson>;
}

interface ManifestPerson {
  patient: Record<string, string>;
  /** In cm. */
  measures: Record<string, number>;
}

function person(folder: string, name: string, { patient, measures }: ManifestPerson): SamplePerson {
  const flags = Object.entries(patient).flatMap(([key, value]) => [`--${key.replaceAll('_', '-')}`, value]);
  return {
    patientFlags: flags,
    photos: (set) => shorter(join(folder, name, set)),
    measureFlag: (measure) => [`--${measure.replaceAll('_', '-')}`, String(measures[measure])],
  };
}

function shorter(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}
