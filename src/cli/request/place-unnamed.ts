import { basename } from 'node:path';
import { isReconstructionType, type MeasureName, VIEWS, type View } from '../../contract/reconstruction.ts';
import { viewName } from '../../contract/view-name.ts';
import { type Draft, listed } from '../../core/draft.ts';
import { byteSizeText } from '../../system/byte-size.ts';
import { localTime } from '../../system/local-time.ts';
import type { Context } from '../context.ts';
import type { Choice } from '../io/prompt.ts';
import type { photoViewer } from '../look/show-photo.ts';
import type { SortedPhotos } from '../look/sort-photos.ts';
import { once } from '../once.ts';
import { askInTurn, type NextQuestion, type Question } from './ask-in-turn.ts';
import { VIEW_WORDS } from './flags.ts';
import { MOST_LOOKED_AT, severalOf, takenViews, unplaced } from './folder-pictures.ts';
import { whatIsWrong } from './what-is-wrong.ts';

/** Shows photos that could be one view side by side, and asks which of them it is. @returns false where it is none */
async function askWhich(
  draft: Draft,
  { view, paths, earlier }: { view: View; paths: readonly string[]; earlier?: Draft | undefined },
  context: Context,
): Promise<boolean> {
  const [prompt, { photoViewer }] = await Promise.all([context.prompt(), import('../look/show-photo.ts')]);
  const choices: Choice<string | undefined>[] = [
    { value: undefined, name: 'none of these, or not clear', short: 'none of these' },
    ...(await tellingApart(paths)),
  ];
  const asked = {
    paths,
    question: (names?: string) =>
      names === undefined
        ? `Which is ${THE_VIEW[view]}?`
        : `${NUMBERS[paths.length] ?? paths.length} photos could be ${THE_VIEW[view]}: ${names}. Which one?`,
    answers: choices.map(({ name, short = name }) => short),
  };
  const chosen = paths.find((path) => path === earlier?.photos[view]);
  const show = await photoViewer(context);
  for (;;) {
    const path = await show(asked, (question) => prompt.choose(question, choices, { chosen }));
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
 * about; of these what was said before somebody went back, as in `earlier`, is marked.
 */
export async function placeUnnamed(
  draft: Draft,
  missing: () => readonly (View | MeasureName)[],
  context: Context,
  earlier?: Draft,
): Promise<void> {
  const { photoFolder } = draft;
  if (photoFolder === undefined) return;
  await (await import('./leave-out-copies.ts')).leaveOutCopies(draft, context);
  const wanted = VIEWS.filter((view) => missing().includes(view));
  photoFolder.areLookedAt = true;
  const ofSeveral = meantQuestions(draft, { wanted, earlier }, context);
  let ofUnnamed: NextQuestion | undefined;
  const look = async () => {
    ofUnnamed = await unnamedQuestions(draft, { wanted, earlier }, context);
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

interface PhotosAsked {
  wanted: readonly View[];
  earlier?: Draft | undefined;
}

/** Looks at the pictures that are named after no view, takes those that are certain, and asks about the others. */
async function unnamedQuestions(
  draft: Draft,
  { wanted, earlier }: PhotosAsked,
  context: Context,
): Promise<NextQuestion> {
  const { type, photos, photoFolder } = draft;
  const paths = unplaced(draft);
  const without = (view: View) => photos[view] === undefined;
  const left = wanted.filter(without);
  if (photoFolder === undefined || !isReconstructionType(type) || wanted.length === 0) return () => undefined;
  if (paths.length === 0 || paths.length > MOST_LOOKED_AT) return () => undefined;
  const { sortPhotos } = await import('../look/sort-photos.ts');
  // More than is needed makes a better model, and is no reason for a question.
  const further = draft.provider === undefined ? [] : takenViews(draft).filter(without);
  const opened = photoFolder.opened ?? new Map();
  photoFolder.opened = opened;
  const unsorted = { type, paths, wanted: left, further, front: photos.front, opened };
  const { certain, rivals, likely } = await context.hushed(() => sortPhotos(unsorted, context));
  const isOpen = left.some((view) => !certain.has(view)) && paths.length > certain.size;
  const taken = VIEWS.filter((view) => left.includes(view) || further.includes(view));
  const areTooMany = paths.length > taken.length;
  // From below a face looks much as from the front: one such pair is no second person.
  const areAlike = rivals.size > (areTooMany ? 0 : 1);
  if (areAlike || (areTooMany && isOpen)) {
    context.streams.note(tooManyText(paths.length, areTooMany ? taken : [], areAlike));
  }
  for (const [view, path] of certain) take(draft, view, path, context);
  const ofRivals = [...rivals].map(
    ([view, several]): Question =>
      () =>
        askWhich(draft, { view, paths: several, earlier }, context),
  );
  const ofShown = shownQuestions(draft, { wanted: left, earlier, rivals, likely }, context);
  return (asked) => ofRivals[asked] ?? ofShown(asked - ofRivals.length);
}

/** Before the first question: who is asked about single photos does not see that they may be of somebody else. */
function tooManyText(count: number, most: readonly View[], areAlike: boolean): string {
  const parts = [
    `${count} photos are named after no view`,
    ...(most.length === 0
      ? []
      : [`at most ${most.length} ${most.length === 1 ? 'is' : 'are'} taken: ${listed(most.map(viewName))}`]),
    ...(areAlike ? ['some show the same view, perhaps of two people: take those of this patient alone'] : []),
  ];
  return parts.join('; ');
}

/** What a photo does not show that could have been this view: from below or from the back somebody looks as from the front. */
const notBeside = (view: View): View[] =>
  VIEWS.filter((other) => view !== 'front' || (other !== 'below' && other !== 'back'));

/** Of several photos that are named after a view a person says which is meant. */
function meantQuestions(draft: Draft, { wanted, earlier }: PhotosAsked, context: Context): Question[] {
  const { several = {} } = draft.photoFolder ?? {};
  const views = severalOf(draft).filter((view) => wanted.includes(view));
  return views.map((view) => () => askWhich(draft, { view, paths: several[view] ?? [], earlier }, context));
}

/** Asks all of them, and nothing of the pictures that are named after no view. */
export async function askWhichIsMeant(draft: Draft, wanted: readonly View[], context: Context): Promise<void> {
  const questions = meantQuestions(draft, { wanted }, context);
  await askInTurn(draft, (asked) => questions[asked], context);
}

/**
 * A question for each picture of which the look was not certain, as long as views are missing: it shows the picture, and
 * asks what it is. `rivals`: those of which a person was asked which one shows a view.
 */
function shownQuestions(
  draft: Draft,
  { wanted, earlier, rivals, likely }: PhotosAsked & Pick<SortedPhotos, 'rivals' | 'likely'>,
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
      const views = viewsLeft(path);
      const chosen =
        views.find((view) => earlier?.photos[view] === path) ??
        (likely?.path === path ? views.find((view) => view === likely.view) : undefined);
      if (problem === undefined) return await askWhatIsShown(draft, { path, views, chosen, viewer }, context);
      context.streams.note(problem);
      unreadable.add(path);
    };
  };
}

interface PhotoShown {
  path: string;
  views: readonly View[];
  /** The answer that was given before somebody went back, or what it most likely is. */
  chosen: View | undefined;
  viewer(): ReturnType<typeof photoViewer>;
}

async function askWhatIsShown(
  draft: Draft,
  { path, views, chosen, viewer }: PhotoShown,
  context: Context,
): Promise<void> {
  const [prompt, show] = await Promise.all([context.prompt(), viewer()]);
  // One Enter too early must not make a side photo of one that is unclear.
  const choices: Choice<View | undefined>[] = [
    { value: undefined, name: 'none of these, or not clear' },
    ...views.map((one) => ({ value: one, name: VIEW_WORDS[one] })),
  ];
  const answers = choices.map(({ name }) => name);
  const asked = { paths: [path], question: (name = 'this') => `What is ${name}?`, answers };
  const view = await show(asked, (question) => prompt.choose(question, choices, { chosen }));
  if (view !== undefined) take(draft, view, path, context);
}

function take({ photos }: Draft, view: View, path: string, { streams }: Context): void {
  photos[view] = path;
  streams.note(`${basename(path)} is the ${VIEW_WORDS[view]}`);
}
