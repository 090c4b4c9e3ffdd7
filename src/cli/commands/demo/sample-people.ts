import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

interface Manifest {
  /** Measures are in cm. */
  people: Record<'ana' | 'ben', { patient: Record<string, string>; measures: Record<string, number> }>;
}

/** One synthetic person as the flags of `recon patients create` take it. */
export type SamplePerson = ReturnType<typeof person>;

export async function samplePeople(root: string) {
  const folder = join(root, 'samples');
  const { people } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  return { ana: person(join(folder, 'ana'), people.ana), ben: person(join(folder, 'ben'), people.ben) };
}

function person(folder: string, { patient, measures }: Manifest['people']['ana']) {
  return {
    patientFlags: Object.entries(patient).flatMap(([key, value]) => [`--${key.replaceAll('_', '-')}`, value]),
    /** Folder of the photos, relative to where we are if that is shorter. */
    photos: (set: 'face' | 'torso' | 'body') => shorter(join(folder, set)),
    /** `--eye-distance 6.2` */
    measureFlag: (measure: 'eye_distance' | 'nipple_to_nipple' | 'hipline') => [
      `--${measure.replaceAll('_', '-')}`,
      String(measures[measure]),
    ],
  };
}

function shorter(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}
