import { SETS, type SetName, type ViewName } from './camera.ts';
import { figureOf } from './figure.ts';
import { type FigureMeasures, measuresOf } from './figure-measures.ts';
import { PEOPLE, type Person } from './people.ts';

/** The content of `samples/manifest.json`. Paths are relative to it. */
export interface Manifest {
  about: string;
  people: Record<Person, SamplePerson>;
}

export interface SamplePerson {
  /** Keys as in `recon patients create --data`. */
  patient: Record<'name' | 'email' | 'phone' | 'gender' | 'city' | 'country', string>;
  /** In cm, true to the figure. */
  measures: FigureMeasures;
  photos: Record<SetName, Partial<Record<ViewName, string>>>;
}

const PATIENTS: Record<Person, SamplePerson['patient']> = {
  ana: {
    name: 'Ana Sample',
    email: 'ana.sample@example.org',
    phone: '+1 202 555 0100',
    gender: 'female',
    city: 'Exampleville',
    country: 'US',
  },
  ben: {
    name: 'Ben Sample',
    email: 'ben.sample@example.org',
    phone: '+1 202 555 0101',
    gender: 'male',
    city: 'Exampleville',
    country: 'US',
  },
};

export function manifest(): Manifest {
  return {
    about:
      'Two synthetic people, rendered from parametric figures. Nobody real is in these pictures. Measures are in cm.',
    people: { ana: samplePerson('ana'), ben: samplePerson('ben') },
  };
}

function samplePerson(person: Person): SamplePerson {
  return { patient: PATIENTS[person], measures: measuresOf(figureOf(person)), photos: photosOf(person) };
}

function photosOf(person: Person): SamplePerson['photos'] {
  const paths = (set: SetName) => Object.fromEntries(SETS[set].map((view) => [view, photoPath(person, set, view)]));
  return { face: paths('face'), torso: paths('torso'), body: paths('body') };
}

export const photoPath = (person: Person, set: SetName, view: ViewName): string => `${person}/${set}/${view}.jpg`;

/** Every photo there is, in a fixed order. */
export function everyPhoto(): { person: Person; set: SetName; view: ViewName }[] {
  return PEOPLE.flatMap((person) =>
    (['face', 'torso', 'body'] as const).flatMap((set) => SETS[set].map((view) => ({ person, set, view }))),
  );
}
