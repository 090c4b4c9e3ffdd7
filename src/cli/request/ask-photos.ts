import { basename } from 'node:path';
import { type MeasureName, VIEWS, type View } from '../../contract/reconstruction.ts';
import type { Draft } from '../../core/draft.ts';
import { isPictureName } from '../../core/photo-folder.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { isFolder, pathOf } from '../io/typed-path.ts';
import { capital, VIEW_WORDS } from './flags.ts';
import { MOST_LOOKED_AT, takenViews, tellNoPhotos, unplaced } from './folder-pictures.ts';
import { placeUnnamed } from './place-unnamed.ts';
import { isOfFolder, notSentText } from './read-draft.ts';
import { whatIsWrong } from './what-is-wrong.ts';

type Missing = () => readonly (View | MeasureName)[];

const PICTURES = {
  help: 'a photo, or a folder with all of them; Tab completes',
  offer: { fits: isPictureName },
};

/** Whether the photo that a view has may stay, and whether it does on Enter. */
export type Keep = 'no' | 'offered' | 'marked';

interface PhotoAsked {
  /** The draft with the answer that was given before somebody went back. */
  earlier?: Draft | undefined;
  /** The photo of this view is told as bad. */
  keep?: Keep | undefined;
  /** Photos that were just given for other views. */
  given?: readonly (string | undefined)[];
}

/** Asks for one photo, as `askForPhotoOnly` does; then what else a folder shows that was given for it. */
export async function askForPhoto(
  draft: Draft,
  view: View,
  missing: Missing,
  context: Context,
  asked: PhotoAsked = {},
): Promise<void> {
  const before = draft.photoFolder;
  await askForPhotoOnly(draft, view, context, asked);
  if (draft.photoFolder !== before) await placeUnnamed(draft, missing, context);
}

/** Asks for one photo: as one of the pictures of the folder that were named after no view, else as a file or folder. */
export async function askForPhotoOnly(
  draft: Draft,
  view: View,
  context: Context,
  asked: PhotoAsked = {},
): Promise<void> {
  const { earlier, keep = 'marked' } = asked;
  const chosen = await chosenPicture(draft, view, asked, context);
  if (chosen !== undefined) return takePicture(draft, view, chosen);
  const now = (earlier && folderGiven(draft, earlier)) ?? (earlier ?? draft).photos[view];
  const path = await askForPath(view, keep === 'marked' ? now : undefined, context);
  if (!(await isFolder(path))) {
    draft.photos[view] = path;
    return;
  }
  // In place of a photo a folder is a new set: beside earlier photos it could be of somebody else.
  if (draft.photos[view] !== undefined) draft.photos = {};
  await takeFolder(draft, path, context);
  await dropUnreadable(draft, context);
}

/** The folder that an answer has brought into the draft. */
const folderGiven = (before: Draft, after: Draft): string | undefined =>
  after.photoFolder?.path === before.photoFolder?.path ? undefined : after.photoFolder?.path;

async function askForPath(view: View, now: string | undefined, context: Context): Promise<string> {
  const prompt = await context.prompt();
  const question = { message: `${capital(VIEW_WORDS[view])}:`, ...PICTURES };
  return pathOf(await prompt.path(question, (answer) => whatIsWrong(pathOf(answer)), now));
}

/** Photos for a look, where none are given yet: a folder of them, or one of which a person says what it shows. */
export async function askForSomePhotos(
  draft: Draft,
  { usual, all }: { usual: readonly View[]; all: readonly View[] },
  context: Context,
): Promise<void> {
  if (draft.photoFolder === undefined) {
    const prompt = await context.prompt();
    const check = (answer: string) => whatIsWrong(pathOf(answer));
    const path = pathOf(await prompt.path({ message: 'The photos:', ...PICTURES }, check));
    if (await isFolder(path)) await takeFolder(draft, path, context);
    else {
      const choices = all.map((view) => ({ value: view, name: VIEW_WORDS[view] }));
      draft.photos[await prompt.choose('What is it?', choices)] = path;
    }
  }
  // More pictures than the usual set has are for a larger one.
  const views = unplaced(draft).length > usual.length ? all : usual;
  await placeUnnamed(draft, () => views.filter((view) => draft.photos[view] === undefined), context);
}

/** The photos of a folder that are named after their view, for those views that have none. */
async function takeFolder(draft: Draft, path: string, context: Context): Promise<void> {
  const { findPhotos } = await import('../../core/photo-folder.ts');
  const { files, several, unnamed, noPictures, noPhotos } = await findPhotos(path);
  tellNoPhotos(path, noPhotos, context);
  const taken = takenViews(draft);
  const found = taken.filter((view) => files[view] !== undefined);
  const leftOut = VIEWS.filter((view) => files[view] !== undefined && !taken.includes(view));
  if (draft.purpose === 'update' && leftOut.length > 0) context.streams.note(notSentText(path, leftOut, taken));
  for (const view of found) draft.photos[view] ??= files[view]!;
  draft.photoFolder = { path, found, several, unnamed, noPictures };
}

/**
 * Files of the folder that cannot be used are told before a photo is asked for: one of them is most likely the missing
 * one. A file that is named after a view and ends otherwise may be a picture all the same.
 */
export const dropUnreadable = (draft: Draft, context: Context): Promise<void> =>
  draft.photoFolder === undefined || draft.photoFolder.areRead
    ? Promise.resolve()
    : context.hushed(() => readFolder(draft, context));

/**
 * Where no photo can be used, nobody is asked how the model is to be made.
 * @throws ReconError `usage` where the typed folder has such photos alone, and no other photo was given
 */
export function refuseUnusable({ photos, photoFolder }: Draft): void {
  if (photoFolder?.hasUnusable !== true || Object.keys(photos).length > 0) return;
  const { path, unnamed = [], several = {} } = photoFolder;
  if (unnamed.length > 0 || Object.keys(several).length > 0) return;
  throw new ReconError('usage', `no photo in ${path} can be used; nothing was done`, {
    hint: 'the same command with other photos',
  });
}

async function readFolder(draft: Draft, context: Context): Promise<void> {
  const { photos, photoFolder } = draft;
  if (photoFolder === undefined) return;
  const { found, unnamed = [], noPictures = [] } = photoFolder;
  const several = Object.entries(photoFolder.several ?? {}) as [View, readonly string[]][];
  const all = [...found, ...noPictures, ...unnamed, ...several.flatMap(([, paths]) => paths)];
  if (all.length > MOST_LOOKED_AT) return;
  const live = await context.liveLine();
  const told: string[] = [];
  const isReadable = async (path: string) => {
    live.tick(`reading ${basename(path)}`);
    const problem = await whatIsWrong(path);
    context.signal.throwIfAborted();
    if (problem !== undefined) told.push(problem);
    return problem === undefined;
  };
  const readable: string[] = [];
  const left: Partial<Record<View, string[]>> = {};
  try {
    for (const view of found) {
      const path = photos[view];
      if (path !== undefined && isOfFolder(draft, view, path) && !(await isReadable(path))) delete photos[view];
    }
    for (const path of [...noPictures, ...unnamed]) if (await isReadable(path)) readable.push(path);
    for (const [view, paths] of several) {
      const good: string[] = [];
      for (const path of paths) if (await isReadable(path)) good.push(path);
      if (good.length > 1) left[view] = good;
      else if (good[0] !== undefined) photos[view] ??= good[0];
    }
  } finally {
    live.stop();
  }
  for (const problem of told) context.streams.note(problem);
  draft.photoFolder = {
    ...photoFolder,
    found: found.filter((view) => photos[view] !== undefined),
    several: left,
    unnamed: readable,
    noPictures: [],
    areRead: true,
    hasUnusable: told.length > 0,
  };
}

/** Whether each photo that was given by its own flag can be used. */
export async function areUsable(draft: Draft): Promise<boolean> {
  for (const view of VIEWS) {
    const path = draft.photos[view];
    if (path === undefined || isOfFolder(draft, view, path)) continue;
    if ((await isFolder(path)) || (await whatIsWrong(path)) !== undefined) return false;
  }
  return true;
}

/** undefined where there is nothing to choose from, or none of it is the one. */
async function chosenPicture(
  draft: Draft,
  view: View,
  { earlier, keep, given = [] }: PhotoAsked,
  context: Context,
): Promise<string | undefined> {
  const { photos, photoFolder } = draft;
  const now = photos[view];
  // For a view that has a photo, the pictures of other views are offered too: the two are swapped then. For a view that
  // has none, only pictures that no view has.
  const offered = now === undefined ? unplaced(draft) : (photoFolder?.unnamed ?? []);
  const others = offered.filter((path) => path !== now && !given.includes(path));
  const pictures = keep === undefined ? offered : others;
  if (pictures.length === 0) return undefined;
  const kept = keep === 'no' || keep === undefined || now === undefined ? [] : [now];
  const prompt = await context.prompt();
  for (;;) {
    const choices = [
      ...pictures.map((path) => ({ value: path, name: pictureLine(path, draft) })),
      ...kept.map((path) => ({ value: path, name: `keep ${basename(path)}` })),
    ];
    const other = { value: undefined, name: 'none of these: another file or folder' };
    const chosen = await prompt.choose<string | undefined>(
      `Which one is the ${VIEW_WORDS[view]}?`,
      // One of which nobody has said what it shows is not marked for Enter.
      now === undefined || keep !== undefined ? [other, ...choices] : [...choices, other],
      { chosen: keep === 'offered' ? undefined : (now ?? earlier?.photos[view]) },
    );
    const problem = chosen === undefined ? undefined : await whatIsWrong(chosen);
    if (problem === undefined) return chosen;
    context.streams.note(problem);
  }
}

function pictureLine(path: string, { photos }: Draft): string {
  const view = VIEWS.find((one) => photos[one] === path);
  return view === undefined ? basename(path) : `${basename(path)}, now the ${VIEW_WORDS[view]}`;
}

/** A picture that another view has is swapped with that one's. */
function takePicture({ photos }: Draft, view: View, path: string): void {
  const other = VIEWS.find((one) => one !== view && photos[one] === path);
  const before = photos[view];
  if (other !== undefined && before !== undefined) photos[other] = before;
  else if (other !== undefined) delete photos[other];
  photos[view] = path;
}
