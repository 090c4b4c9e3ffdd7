import { dirname, resolve } from 'node:path';
import { MEASURES, VIEWS, type View } from '../../contract/reconstruction.ts';
import { type Draft, draftOf, UPDATE_NAMES, VALUE_NAMES } from '../../core/draft.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { missingType } from './ask-type.ts';
import { flagOf } from './flags.ts';
import { tellNoPhotos } from './folder-pictures.ts';
import { photosNamed } from './photos-named.ts';

/** Options of create, update and after, as commander hands them over. */
export type RequestOptions = Readonly<Record<string, string | boolean | undefined>>;

const RECONSTRUCTION_NAMES = ['type', 'provider', ...VIEWS, 'photos', ...MEASURES];

const NAMES: Record<Draft['purpose'], readonly string[]> = {
  create: VALUE_NAMES,
  update: UPDATE_NAMES,
  after: RECONSTRUCTION_NAMES,
};

/** Flags, then `--data`, then what `--photos` finds: the first that names a value wins. */
export async function readDraft(purpose: Draft['purpose'], options: RequestOptions, context: Context): Promise<Draft> {
  const { streams, signal } = context;
  const typed = flagValues(options);
  const values = new Map(typed);
  const problems: string[] = [];
  const source = options['data'];
  if (typeof source === 'string') {
    const { readDataFile } = await import('./data-file.ts');
    const data = await readDataFile(source, {
      stdin: streams.stdin,
      signal,
      names: NAMES[purpose],
      paths: [...VIEWS, 'photos'],
    });
    for (const [name, value] of data.values) if (!values.has(name)) values.set(name, value);
    problems.push(...data.problems);
  }
  const draft = draftOf(purpose, values, {
    keepMetadata: options['keepMetadata'] === true,
    force: options['force'] === true,
    nameOf: flagOf,
    originOf: (name) => (typed.has(name) ? 'typed' : 'file'),
  });
  draft.problems.unshift(...problems);
  const folder = values.get('photos');
  const mayAsk = context.mayAsk() && source !== '-';
  if (folder !== undefined && folder !== '') await addFolder(draft, folder, mayAsk, context);
  return draft;
}

const ONE_PHOTO = 'the folder that has it, with --photos, or the photo with the flag of its view, such as --front';
const OTHER_FOLDER = 'the same command with the folder that has the photos';
const UNPACK = 'unpack it, and give the folder of its photos; in an archive of a 3D model that is photos';

async function addFolder(draft: Draft, folder: string, mayAsk: boolean, context: Context): Promise<void> {
  const { findPhotos, isPictureName } = await import('../../core/photo-folder.ts');
  const { files, problems, several, unnamed, noPictures, noPhotos, isNoFolder } = await findPhotos(folder);
  // What else is missing may lie in the folder that was meant.
  if (isNoFolder) {
    const lacksType = !mayAsk && draft.purpose !== 'update' && draft.type === undefined;
    const details = [...draft.problems, ...(lacksType ? [missingType().message] : [])];
    const hint = /\.zip$/i.test(folder) ? UNPACK : isPictureName(folder) ? ONE_PHOTO : OTHER_FOLDER;
    throw new ReconError('usage', problems[0]!, { details, hint });
  }
  tellNoPhotos(folder, noPhotos, context);
  const found = VIEWS.filter((view) => files[view] !== undefined);
  // A person is asked which of several photos of a view is meant.
  const told = mayAsk && Object.keys(several).length > 0 ? [] : problems;
  draft.photoFolder = { path: folder, found, ...(told.length === 0 && { several, unnamed, noPictures }) };
  draft.problems.push(...told);
  draft.photos = { ...files, ...draft.photos };
}

/**
 * Refuses, with the reason, what an update has no field for (docs/interface.md §4.4). Photos of a folder were not asked
 * for one by one: those that cannot be sent are left out, and told.
 * @returns the views that were asked for, and are refused
 */
export function refuseForUpdate(draft: Draft, accepted: readonly View[]): View[] {
  const takes = accepted.map(flagOf).join(', ');
  const leftOut: View[] = [];
  const refused: View[] = [];
  for (const view of VIEWS) {
    const path = draft.photos[view];
    if (accepted.includes(view) || path === undefined) continue;
    if (isOfFolder(draft, view, path)) leftOut.push(view);
    else {
      draft.problems.push(`${flagOf(view)} cannot be sent by an update, which takes ${takes}`);
      refused.push(view);
    }
    delete draft.photos[view];
  }
  if (leftOut.length > 0) draft.warnings.push(notSentText(draft.photoFolder!.path, leftOut, accepted));
  if (draft.provider !== undefined) {
    draft.problems.push(
      '--provider cannot be sent by an update: a 3D model that is there keeps its own, and for a first one the service chooses; leave it out, or create a new record with it',
    );
    delete draft.provider;
  }
  return refused;
}

/** Of photos in a folder for which an update has no field. */
export const notSentText = (folder: string, leftOut: readonly View[], accepted: readonly View[]): string =>
  `of ${folder} ${photosNamed(leftOut)} ${leftOut.length === 1 ? 'is' : 'are'} not sent; an update takes ${photosNamed(accepted)}`;

/** Whether a photo was found in the folder, and not given by its own flag. */
export const isOfFolder = ({ photoFolder }: Draft, view: View, path: string): boolean =>
  photoFolder?.found.includes(view) === true && resolve(dirname(path)) === resolve(photoFolder.path);

const SWITCHES = ['sync', 'allowSame', 'force', 'keepMetadata', 'photoCheck', 'yes'];
/** On without a flag. */
const SWITCHED_OFF = ['wait', 'photoCheck'];

/** What was typed beside the values of the draft. */
export function switchesOf(options: RequestOptions): string[] {
  const flag = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const { waitTimeout } = options;
  return [
    ...SWITCHES.filter((name) => options[name] === true).map((name) => `--${flag(name)}`),
    ...SWITCHED_OFF.filter((name) => options[name] === false).map((name) => `--no-${flag(name)}`),
    ...(typeof waitTimeout === 'string' ? ['--wait-timeout', waitTimeout] : []),
  ];
}

/** Flag values by their name with `_`, as typed. */
export function flagValues(options: RequestOptions): Map<string, string> {
  return new Map(
    UPDATE_NAMES.flatMap((name) => {
      // Commander's own camel case: left_45 is --left-45 and becomes left45.
      const value = options[name.replace(/_(.)/g, (_, next: string) => next.toUpperCase())];
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
}
