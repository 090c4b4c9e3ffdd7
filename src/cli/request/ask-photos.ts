import { basename } from 'node:path';
import { UPDATE_VIEWS } from '../../contract/fields.ts';
import { requirements } from '../../contract/photo-rules.ts';
import { providersOf } from '../../contract/providers.ts';
import { isReconstructionType, type MeasureName, VIEWS, type View } from '../../contract/reconstruction.ts';
import type { Draft } from '../../core/draft.ts';
import { isPictureName } from '../../core/photo-folder.ts';
import { ReconError } from '../../errors.ts';
import { byteSizeText } from '../../system/byte-size.ts';
import { localTime } from '../../system/local-time.ts';
import type { Context } from '../context.ts';
import type { Choice } from '../io/prompt.ts';
import { isFolder, pathOf } from '../io/typed-path.ts';
import type { photoViewer } from '../look/show-photo.ts';
import { once } from '../once.ts';
import { askInTurn, type NextQuestion, type Question } from './ask-in-turn.ts';
import { capital, VIEW_WORDS } from './flags.ts';
import { severalOf, unplaced } from './folder-pictures.ts';
import { isOfFolder } from './read-draft.ts';

type Missing = () => readonly (View | MeasureName)[];

/** A look at more pictures takes too long for what it saves. */
const MOST_LOOKED_AT = 24;

const PICTURES = {
  help: 'a photo, or a folder with all of them; Tab completes',
  offer: { fits: isPictureName },
};

/** Asks for one photo: as one of the pictures of the folder that were named after no view, else as a file or folder. */
export async function askForPhoto(
  draft: Draft,
  view: View,
  missing: Missing,
  context: Context,
  now = draft.photos[view],
): Promise<void> {
  const chosen = await chosenPicture(draft, view, context);
  if (chosen !== undefined) return takePicture(draft, view, chosen);
  const path = await askForPath(view, now, context);
  if (!(await isFolder(path))) {
    draft.photos[view] = path;
    return;
  }
  // In place of a photo a folder is a new set: beside earlier photos it could be of somebody else.
  if (draft.photos[view] !== undefined) draft.photos = {};
  await takeFolder(draft, path);
  await dropUnreadable(draft, context);
  await placeUnnamed(draft, missing, context);
}

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
    if (await isFolder(path)) await takeFolder(draft, path);
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
async function takeFolder(draft: Draft, path: string): Promise<void> {
  const { findPhotos } = await import('../../core/photo-folder.ts');
  const { files, several, unnamed, noPictures } = await findPhotos(path);
  const found = takenViews(draft).filter((view) => files[view] !== undefined);
  for (const view of found) draft.photos[view] ??= files[view]!;
  draft.photoFolder = { path, found, several, unnamed, noPictures };
}

/** A folder may hold more than a model of this type can use, and an update has no field for some. */
function takenViews({ purpose, type }: Draft): readonly View[] {
  if (purpose === 'update') return UPDATE_VIEWS;
  if (!isReconstructionType(type)) return VIEWS;
  const used = providersOf(type).flatMap(({ number }) => requirements(type, String(number)));
  return VIEWS.filter((view) => used.includes(view));
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

/** Shows photos that could be one view side by side, and asks which of them it is. @returns false where it is none */
async function askWhich(draft: Draft, view: View, paths: readonly string[], context: Context): Promise<boolean> {
  const [prompt, { photoViewer }] = await Promise.all([context.prompt(), import('../look/show-photo.ts')]);
  const choices: Choice<string | undefined>[] = [
    { value: undefined, name: 'none of these, or not clear', short: 'none of these' },
    ...(await tellingApart(paths)),
  ];
  const asked = {
    paths,
    name: paths.map((path) => basename(path)).join(', '),
    // All of it stands on one line.
    question: (names: string) =>
      context.streams.columns() < 80
        ? `Which is ${THE_VIEW[view]}: ${names}?`
        : `${NUMBERS[paths.length] ?? paths.length} photos could be ${THE_VIEW[view]}: ${names}. Which one?`,
    answers: choices.map(({ name, short = name }) => short),
  };
  const show = await photoViewer(context);
  for (;;) {
    const path = await show(asked, (question) => prompt.choose(question, choices));
    const problem = path === undefined ? undefined : await whatIsWrong(path);
    if (problem !== undefined) context.streams.note(problem);
    else if (path === undefined) return false;
    else {
      take(draft, view, path, context);
      return true;
    }
  }
}

const NUMBERS: Readonly<Record<number, string>> = { 2: 'Two', 3: 'Three', 4: 'Four' };

const THE_VIEW: Record<View, string> = {
  left: 'the left profile',
  front: 'the front',
  right: 'the right profile',
  back: 'the back',
  left_45: 'the one from 45° left',
  right_45: 'the one from 45° right',
  below: 'the one from below',
};

/** Each file with its size and the time of its last change. */
async function tellingApart(paths: readonly string[]): Promise<Choice<string>[]> {
  const { stat } = await import('node:fs/promises');
  return await Promise.all(
    paths.map(async (path) => {
      const short = basename(path);
      const facts = await stat(path).catch(() => undefined);
      if (facts === undefined) return { value: path, name: short };
      const name = `${short}, ${byteSizeText(facts.size)}, ${localTime(facts.mtime.toISOString())}`;
      return { value: path, name, short };
    }),
  );
}

/**
 * Of several photos that are named after one view a person is asked which is meant. Photos that a camera has named,
 * `IMG_4711.jpg`, are looked at: what surely shows a view that is missing is taken for it, and told. The others are asked
 * about.
 */
export async function placeUnnamed(draft: Draft, missing: Missing, context: Context): Promise<void> {
  const { photoFolder } = draft;
  if (photoFolder === undefined) return;
  const wanted = VIEWS.filter((view) => missing().includes(view));
  photoFolder.areLookedAt = true;
  const ofSeveral = meantQuestions(draft, wanted, context);
  let ofUnnamed: NextQuestion | undefined;
  const look = async () => {
    ofUnnamed = await unnamedQuestions(draft, wanted, context);
  };
  const next: NextQuestion = (asked) => {
    const ofUnnamedAsked = asked - ofSeveral.length;
    if (ofUnnamedAsked >= 0) return ofUnnamed === undefined ? look : ofUnnamed(ofUnnamedAsked);
    // Which views a look is for depends on the answer.
    ofUnnamed = undefined;
    return ofSeveral[asked];
  };
  await askInTurn(draft, next, context);
}

/** Looks at the pictures that are named after no view, takes those that are certain, and asks about the others. */
async function unnamedQuestions(draft: Draft, wanted: readonly View[], context: Context): Promise<NextQuestion> {
  const { type, photos } = draft;
  const paths = unplaced(draft);
  const without = (view: View) => photos[view] === undefined;
  const left = wanted.filter(without);
  if (!isReconstructionType(type) || wanted.length === 0) return () => undefined;
  if (paths.length === 0 || paths.length > MOST_LOOKED_AT) return () => undefined;
  const { sortPhotos } = await import('../look/sort-photos.ts');
  // More than is needed makes a better model, and is no reason for a question.
  const further = draft.provider === undefined ? [] : takenViews(draft).filter(without);
  const unsorted = { type, paths, wanted: left, further, front: photos.front };
  const { certain, rivals } = await context.hushed(() => sortPhotos(unsorted, context));
  for (const [view, path] of certain) take(draft, view, path, context);
  const ofRivals = [...rivals].map(
    ([view, several]): Question =>
      () =>
        askWhich(draft, view, several, context),
  );
  const ofShown = shownQuestions(draft, left, rivals, context);
  return (asked) => ofRivals[asked] ?? ofShown(asked - ofRivals.length);
}

/** What a photo does not show that could have been this view: from below or from the back somebody looks as from the front. */
const notBeside = (view: View): View[] =>
  VIEWS.filter((other) => view !== 'front' || (other !== 'below' && other !== 'back'));

/** Of several photos that are named after a view a person says which is meant. */
function meantQuestions(draft: Draft, wanted: readonly View[], context: Context): Question[] {
  const { several = {} } = draft.photoFolder ?? {};
  const views = severalOf(draft).filter((view) => wanted.includes(view));
  return views.map((view) => () => askWhich(draft, view, several[view] ?? [], context));
}

/** Asks all of them, and nothing of the pictures that are named after no view. */
export async function askWhichIsMeant(draft: Draft, wanted: readonly View[], context: Context): Promise<void> {
  const questions = meantQuestions(draft, wanted, context);
  await askInTurn(draft, (asked) => questions[asked], context);
}

/**
 * A question for each picture of which the look was not certain, as long as views are missing: it shows the picture, and
 * asks what it is. `rivals`: those of which a person was asked which one shows a view.
 */
function shownQuestions(
  draft: Draft,
  wanted: readonly View[],
  rivals: ReadonlyMap<View, readonly string[]>,
  context: Context,
): NextQuestion {
  const paths = unplaced(draft);
  const viewer = once(async () => (await import('../look/show-photo.ts')).photoViewer(context));
  const unreadable = new Set<string>();
  const asked: string[] = [];
  /** What it may show, by what a person has said already. */
  const viewsLeft = (path: string) => {
    const declined = [...rivals].flatMap(([view, several]) => {
      if (!several.includes(path)) return [];
      const isTaken = several.some((one) => one === draft.photos[view]);
      return isTaken ? notBeside(view) : [view];
    });
    return wanted.filter((view) => draft.photos[view] === undefined && !declined.includes(view));
  };
  const isOpen = (path: string) =>
    unplaced(draft).includes(path) && !unreadable.has(path) && viewsLeft(path).length > 0;
  return (answered) => {
    asked.length = answered;
    const from = paths.indexOf(asked.at(-1) ?? '') + 1;
    const path = paths.slice(from).find(isOpen);
    if (path === undefined) return undefined;
    asked.push(path);
    return async () => {
      const problem = await whatIsWrong(path);
      if (problem === undefined) return await askWhatIsShown(draft, { path, views: viewsLeft(path), viewer }, context);
      context.streams.note(problem);
      unreadable.add(path);
    };
  };
}

async function askWhatIsShown(
  draft: Draft,
  { path, views, viewer }: { path: string; views: readonly View[]; viewer(): ReturnType<typeof photoViewer> },
  context: Context,
): Promise<void> {
  const [prompt, show] = await Promise.all([context.prompt(), viewer()]);
  // One Enter too early must not make a side photo of one that is unclear.
  const choices: Choice<View | undefined>[] = [
    { value: undefined, name: 'none of these, or not clear' },
    ...views.map((one) => ({ value: one, name: VIEW_WORDS[one] })),
  ];
  const answers = choices.map(({ name }) => name);
  const asked = { paths: [path], name: basename(path), question: (name: string) => `What is ${name}?`, answers };
  const view = await show(asked, (question) => prompt.choose(question, choices));
  if (view !== undefined) take(draft, view, path, context);
}

function take({ photos }: Draft, view: View, path: string, { streams }: Context): void {
  photos[view] = path;
  streams.note(`${basename(path)} is the ${VIEW_WORDS[view]}`);
}

/** undefined where there is nothing to choose from, or none of it is the one. */
async function chosenPicture(draft: Draft, view: View, context: Context): Promise<string | undefined> {
  const { photos, photoFolder } = draft;
  const now = photos[view];
  // For a view that has a photo, the pictures of other views are offered too: the two are exchanged then. For a view that
  // has none, only pictures that no view has.
  const pictures = now === undefined ? unplaced(draft) : (photoFolder?.unnamed ?? []);
  if (pictures.length === 0) return undefined;
  const prompt = await context.prompt();
  for (;;) {
    const choices = pictures.map((path) => ({ value: path, name: pictureLine(path, draft) }));
    const other = { value: undefined, name: 'none of these: another file or folder' };
    const chosen = await prompt.choose<string | undefined>(
      `Which one is the ${VIEW_WORDS[view]}?`,
      // One of which nobody has said what it shows is not marked for Enter.
      now === undefined ? [other, ...choices] : [...choices, other],
      { chosen: now },
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

/** A picture that another view has is exchanged with that one's. */
function takePicture({ photos }: Draft, view: View, path: string): void {
  const other = VIEWS.find((one) => one !== view && photos[one] === path);
  const before = photos[view];
  if (other !== undefined && before !== undefined) photos[other] = before;
  else if (other !== undefined) delete photos[other];
  photos[view] = path;
}

/** The whole check of the photo, so that a bad one is told while its question is open. */
async function whatIsWrong(path: string): Promise<string | undefined> {
  if (path === '') return 'the path of a photo, such as left.jpg, or of a folder';
  if (await isFolder(path)) {
    const { findPhotos } = await import('../../core/photo-folder.ts');
    const { files, several, unnamed, problems } = await findPhotos(path);
    if (problems.length > 0 && Object.keys(several).length === 0) return problems[0];
    return [files, several].every((found) => Object.keys(found).length === 0) && unnamed.length === 0
      ? 'no photo is in that folder'
      : undefined;
  }
  const { checkPhotoSet, createPhotoBuffers } = await import('../../core/photo-check.ts');
  for await (const { photo } of checkPhotoSet({ front: path }, createPhotoBuffers(), {})) {
    if (!photo.ok) return `${path} ${photo.problem}`;
  }
  return undefined;
}
