import { type Command, Option } from 'commander';
import { PATIENT_FIELDS, type PatientField, SIZE_FIELDS, SIZE_UNITS } from '../../contract/patient.ts';
import { providersOf } from '../../contract/providers.ts';
import {
  MEASURES,
  type MeasureName,
  RECONSTRUCTION_TYPES,
  type ReconstructionType,
  typeWord,
  VIEWS,
  type View,
} from '../../contract/reconstruction.ts';
import { typeOfListWord } from '../../core/import/type-words.ts';

/** Under the help of commands that have it. */
export const TEMPLATE_NOTE =
  'In --template a field stands in braces: {name}, or its way through the JSON answer: {reconstructions.0.status}. {{ and }} are the braces themselves, \\t is a tab and \\n a line break.';

/** Of commands that write the records of patients as JSON. */
export const ADDRESSES_NOTE =
  'JSON and ndjson hold addresses of photos, which at a recon service work without a login for a day: keep such files as closely as the photos.';

/** Of commands whose patients may have models that failed: the interface has no field for the reason. */
export const FAILURE_NOTE =
  'In --fields and --template, failure is why a 3D model failed, as in --fields id,name,failure; in JSON it is an object with the reason by type, or null. Each failed model takes one request, so JSON, CSV and pipes have it only where it is named.';

/** Where a script reads other words than a terminal shows. */
export const STATES_NOTE =
  'In JSON, CSV and pipes the state of a 3D model is a word of the service: has_3d is ready, processing is generating. A model that is failed there, with accepted true in JSON, is "ready and accepted" on a terminal: newer photos gave no model, and the earlier one is accepted.';

/** `left_45` as it is typed: `--left-45`. */
export const flagOf = (name: string): string => `--${name.replaceAll('_', '-')}`;

/** What may be typed for a patient, behind what the command does with that one. */
export const whose = (description: string): string =>
  `${description}: an id, a name (in quotes if it has a space), e-mail address or phone number, or \`last\``;

const PATIENT_WORDS: Record<PatientField, [placeholder: string, description: string]> = {
  name: ['<text>', 'full name'],
  email: ['<text>', 'e-mail address'],
  gender: ['<text>', 'gender'],
  phone: ['<text>', 'phone number'],
  country: ['<country>', 'country, by its name or ISO code'],
  address: ['<text>', 'address line'],
  city: ['<text>', 'city'],
  postal_code: ['<text>', 'postal code'],
  state: ['<text>', 'state'],
};

/** `photo from the front` → `Photo from the front`. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const VIEW_WORDS: Record<View, string> = {
  left: 'photo of the left profile',
  front: 'photo from the front',
  right: 'photo of the right profile',
  back: 'photo of the back',
  left_45: 'photo from 45 degrees left',
  right_45: 'photo from 45 degrees right',
  below: 'photo from below',
};

/** Above a photo, and in a sentence that names several. */
export const VIEW_LABELS: Record<View, string> = {
  left: 'Left profile',
  front: 'Front',
  right: 'Right profile',
  back: 'Back',
  left_45: '45° left',
  right_45: '45° right',
  below: 'From below',
};

export const TYPE_WORDS: Record<ReconstructionType, string> = {
  mammo: 'breasts',
  face: 'face or head',
  body: 'whole body',
};

export const MEASURE_WORDS: Record<MeasureName, string> = {
  nipple_to_nipple: 'distance between the nipples in cm',
  eye_distance: 'distance between the pupils in cm',
  hipline: 'hipline in cm, around the hips or straight across',
};

/** `distance between the nipples`, for a sentence without a number. */
export const measureName = (name: MeasureName): string => MEASURE_WORDS[name].replace(/ in cm.*$/, '');

export function addPatientFlags(command: Command): Command {
  command.optionsGroup('Patient:');
  for (const field of PATIENT_FIELDS) {
    const [placeholder, description] = PATIENT_WORDS[field];
    command.option(`${flagOf(field)} ${placeholder}`, description);
  }
  return command;
}

/** The size of the body, where the service has a way to set it. */
export function addSizeFlags(command: Command): Command {
  for (const field of SIZE_FIELDS) {
    const unit = SIZE_UNITS[field];
    command.option(`${flagOf(field)} <${unit}>`, `${field} in ${unit} (only with a service that recon runs)`);
  }
  return command;
}

/** Choices are there for help and completions; a wrong value is told together with all that is wrong. */
export function choice(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices).argParser((value: string) => value);
}

/** Also takes the words that the screens and the lists of offices have for a type: `breast`, `mama`. */
export function typeOption(description = 'kind of 3D model'): Option {
  return choice('--type <type>', description, RECONSTRUCTION_TYPES).argParser(typeOfWord);
}

/** Any other word stays, and is told where all that is wrong is. */
export const typeOfWord = (word: string): string =>
  RECONSTRUCTION_TYPES.find((type) => typeWord(type) === word || TYPE_WORDS[type] === word) ??
  typeOfListWord(word) ??
  word;

/** `face, head or head-hq for face; …`. The number of the interface is understood too. */
const PROVIDER_WORDS = RECONSTRUCTION_TYPES.map((type) => {
  const names = providersOf(type).map(({ name }) => name);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)} for ${type}`;
}).join('; ');

export function addReconstructionFlags(command: Command, views: readonly View[] = VIEWS): Command {
  return addSetFlags(command, views).option('--keep-metadata', 'send the photos with their private metadata');
}

/** What a 3D model is made of: type, provider, photos and measures. */
export function addSetFlags(command: Command, views: readonly View[] = VIEWS): Command {
  command.optionsGroup('3D model:').addOption(typeOption());
  const takesProvider = views.length === VIEWS.length;
  if (takesProvider) command.option('--provider <name>', `how the 3D model is made: ${PROVIDER_WORDS}`);
  for (const view of views) command.option(`${flagOf(view)} <file>`, VIEW_WORDS[view]);
  if (takesProvider)
    command.option('--photos <dir>', 'folder with the photos, named as left.jpg or, on a terminal, as the camera does');
  for (const name of MEASURES) command.option(`${flagOf(name)} <cm>`, MEASURE_WORDS[name]);
  return command;
}

/** Of commands that send photos of one person. */
export function addPhotoCheckFlags(command: Command): Command {
  return command
    .option('--photo-check', 'look at the photos first (on a terminal: the default)')
    .option('--no-photo-check', 'send the photos without a look at them');
}

export function addWaitFlags(command: Command): Command {
  return command
    .option('--no-wait', 'return as soon as the service has the photos')
    .option('--wait-timeout <duration>', 'how long to wait for the 3D model (default: 30m)');
}
