import { type FileHandle, open } from 'node:fs/promises';
import { MEASURES, type ReconstructionType, type View } from '../../contract/reconstruction.ts';
import { viewName } from '../../contract/view-name.ts';
import type { ReconstructionInput } from '../../core/client.ts';
import { type Draft, listed } from '../../core/draft.ts';
import type { PreparedPhoto } from '../../core/photos.ts';
import { ReconError } from '../../errors.ts';
import { shellLine } from '../../system/line-text.ts';
import type { Context } from '../context.ts';
import { nameOfAll, notToldOf, photoRow, sentencesOf, type ToldFinding, withFiles } from '../output/photo-rows.ts';
import { askForMeasure } from '../request/ask-missing.ts';
import { askForOtherPhotos } from '../request/ask-other-photos.ts';
import { flagOf, VIEW_WORDS } from '../request/flags.ts';
import { namesOf, unplaced } from '../request/folder-pictures.ts';
import { photosText } from '../request/send.ts';
import { lookAtPhotos, type PhotoToSee, type SetLook, type Verdict } from './look-at-photos.ts';
import {
  type EarlierModel,
  lookBesideEarlier,
  OTHERS,
  STRANGER,
  TAKEN_AFTER,
  withDoubt,
} from './look-beside-earlier.ts';
import { type KnownPhotos, OF_THIS_PATIENT } from './photos-of-others.ts';
import { TAKEN_ANEW } from './photos-that-failed.ts';
import { swappedIn, withSwapped } from './swapped.ts';

export interface LookWishes {
  /** A person may give other photos instead. */
  mayChange: boolean;
  /** The model that they are of. */
  earlier?: EarlierModel | undefined;
  /** Tells what else a yes is about. */
  beforeQuestion?: (() => void) | undefined;
}

/** See `checkBeforeSending`. */
export async function lookAndAsk(
  draft: Draft,
  { type, photos }: ReconstructionInput,
  { asks, known, mayChange, earlier, beforeQuestion }: LookWishes & { asks: boolean; known: readonly KnownPhotos[] },
  context: Context,
): Promise<boolean> {
  if (type === undefined) return true;
  const { streams, signal } = context;
  let set: SetLook | undefined;
  try {
    set = await context.hushed(() => look(draft, { type, photos, earlier }, context));
  } catch (error) {
    if (signal.aborted) throw error;
    // The request is in order, and the service looks for itself.
    streams.detail(`the photos could not be looked at: ${error instanceof Error ? error.message : error}`);
    if (known.length === 0) return true;
  }
  set = known.reduce((doubted, { finding }) => withDoubt(doubted, finding), set ?? NOTHING_SEEN);
  if (set.verdict === 'usable') {
    streams.say(`looked at ${photosText(set.photos.length)}: usable`);
    return true;
  }
  await tell(set, known, draft.photos, context);
  const isStranger = set.findings.includes(STRANGER);
  // Before the question, whose answer depends on it.
  if (isStranger) for (const way of earlier?.ifTwoPeople ?? []) streams.note(way);
  if (!asks) return true;
  beforeQuestion?.();
  const isSwapped = swappedIn(set.findings).length > 0;
  const answer = await (await context.prompt()).choose('What now?', [
    { value: 'no', name: 'send nothing' },
    ...(mayChange && isSwapped ? [{ value: 'swap', name: 'swap the left and the right photos' }] : []),
    ...(mayChange ? [{ value: 'change', name: `give ${isOfMeasure(set) ? 'another number' : 'other photos'}` }] : []),
    { value: 'yes', name: 'send them as they are' },
  ]);
  if (answer === 'yes') return true;
  if (answer === 'no') {
    // What to do about two people stands above the question.
    throw new ReconError('declined', 'nothing was sent', isStranger ? {} : { hint: adviceFor(set, draft) });
  }
  if (answer === 'swap') Object.assign(draft.photos, withSwapped(draft.photos, set.findings));
  else
    await askForOthers(
      draft,
      set,
      known.flatMap(({ views }) => views),
      context,
    );
  return false;
}

const NOTHING_SEEN: SetLook = { verdict: 'usable', photos: [], findings: [] };

/** No photo is at fault. */
const isOfMeasure = ({ photos, findings }: SetLook): boolean =>
  photos.every(({ verdict }) => verdict === 'usable') &&
  findings.length > 0 &&
  findings.every(({ reason }) => reason === 'measure_implausible');

/** How to put it right: who has said no does not want to send it all the same. */
function adviceFor(set: SetLook, draft: Draft): string {
  const known = set.findings.find(({ hint }) =>
    [TAKEN_AFTER, OTHERS, OF_THIS_PATIENT, TAKEN_ANEW].some((one) => one === hint),
  );
  if (known !== undefined) return known.hint;
  if (isOfMeasure(set)) return 'measure again';
  const swapped = swappedIn(set.findings).flat();
  if (swapped.length > 0) {
    const turned = withSwapped(draft.photos, set.findings);
    const flags = swapped.flatMap((view) => [flagOf(view), turned[view] ?? 'FILE']);
    return `swap ${swapped.length > 2 ? 'them' : 'the two'}: ${shellLine(...flags)}`;
  }
  const bad = set.photos.filter(({ verdict }) => verdict !== 'usable');
  const views = bad.map(({ view }) => view);
  if (bad.length === 0) return `give photos of one person${orUnused(set, views, draft)}`;
  const these = bad.length === 1 ? 'this photo' : 'these photos';
  return `take ${these} again: ${listed(views.map(viewName))}${orUnused(set, views, draft)}`;
}

/** Of photos that do not fit together, a picture of the folder that was taken for no view may be the right one. */
function orUnused({ findings }: SetLook, [view, ...others]: readonly View[], draft: Draft): string {
  const left = unplaced(draft);
  const [path, ...more] = left;
  if (path === undefined || findings.every(({ reason }) => reason !== 'views_inconsistent')) return '';
  if (view === undefined || others.length > 0 || more.length > 0)
    return `; or, if the right one is among what is not used of the folder, give that: ${namesOf(left)}`;
  return `; or, if the one that is not used of the folder is right: ${shellLine(flagOf(view), path)}`;
}

/**
 * Asks for what is at fault: the measure, or photos. Those that are unusable for themselves come first; then those of which
 * something is known, which may be why the rest is doubted. Without both it is the worst of those that are told as bad, or
 * else the one that a person names.
 */
async function askForOthers(draft: Draft, set: SetLook, known: readonly View[], context: Context): Promise<void> {
  const prompt = await context.prompt();
  const measures = MEASURES.filter((name) => name in draft.measures);
  if (isOfMeasure(set) && measures.length > 0) {
    for (const name of measures) await askForMeasure(draft, name, prompt);
    return;
  }
  const all = set.photos.map(({ view }) => view);
  const alone = unusableAlone(set);
  // What does not fit beside such a photo may fit beside a good one.
  const isCertain = alone.length + known.length > 0;
  const unusable = isCertain ? alone : viewsAs('unusable', set);
  const bad = isCertain ? [...new Set([...alone, ...known])] : worstOf(set);
  const choices = all.map((view) => ({ value: view, name: VIEW_WORDS[view] }));
  const views = bad.length > 0 ? bad : [await prompt.choose('Which photo is to be replaced?', choices)];
  // Of several, one that is only doubted may be the right one.
  const others = views.map((view) => ({
    view,
    keep: views.length > 1 && !unusable.includes(view) ? ('marked' as const) : ('offered' as const),
  }));
  await askForOtherPhotos(draft, others, context);
}

const viewsAs = (wanted: Verdict, { photos }: SetLook): View[] =>
  photos.flatMap(({ view, verdict }) => (verdict === wanted ? [view] : []));

/** Not those that only do not fit the others. */
const unusableAlone = (set: SetLook): View[] =>
  viewsAs('unusable', set).filter((view) =>
    set.photos.some((one) => one.view === view && one.findings.some(({ reason }) => reason !== 'views_inconsistent')),
  );

/** A photo that is only doubted may be good beside another one than the unusable. */
function worstOf(set: SetLook): View[] {
  const unusable = viewsAs('unusable', set);
  return unusable.length > 0 ? unusable : viewsAs('doubtful', set);
}

async function look(
  draft: Draft,
  {
    type,
    photos,
    earlier,
  }: Required<Pick<ReconstructionInput, 'type' | 'photos'>> & {
    earlier: EarlierModel | undefined;
  },
  context: Context,
): Promise<SetLook> {
  const live = await context.liveLine();
  const files = new Map<string, FileHandle>();
  try {
    const toSee = photos.map((photo) => ({ view: photo.view, read: () => copyOf(photo, files) }));
    const set = await lookAtPhotos(type, toSee, draft, { onStep: live.tick }, context);
    if (earlier === undefined || set.verdict === 'unusable') return set;
    return await besideEarlier(type, set, { draft, earlier, toSee, onStep: live.tick }, context);
  } finally {
    live.stop();
    for (const file of files.values()) await file.close();
  }
}

/** Earlier photos that cannot be fetched or seen tell nothing of the new ones, which is told itself. */
async function besideEarlier(
  type: ReconstructionType,
  set: SetLook,
  { earlier, ...looking }: { draft: Draft; earlier: EarlierModel; toSee: PhotoToSee[]; onStep(text: string): void },
  context: Context,
): Promise<SetLook> {
  try {
    const photos = await earlier.photos();
    return photos === undefined
      ? set
      : await lookBesideEarlier(type, set, { ...looking, earlier: photos, ownPhotos: earlier.ownPhotos }, context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    context.streams.warn(
      `not compared with the earlier photos of this model: ${error instanceof Error ? error.message : error}`,
    );
    return set;
  }
}

/** The bytes that would be sent. */
async function copyOf({ copyPath, offsetBytes, sizeBytes }: PreparedPhoto, files: Map<string, FileHandle>) {
  const file = files.get(copyPath) ?? (await open(copyPath));
  files.set(copyPath, file);
  const bytes = Buffer.alloc(sizeBytes);
  for (let filled = 0; filled < sizeBytes; ) {
    const { bytesRead } = await file.read(bytes, filled, sizeBytes - filled, offsetBytes + filled);
    if (bytesRead === 0) throw new Error('a copy of a photo ends too early');
    filled += bytesRead;
  }
  return bytes;
}

/** What is not usable, in rows, what is certain first; also with `-q`, as warnings are. */
async function tell(
  { photos, findings, verdict }: SetLook,
  known: readonly KnownPhotos[],
  files: Draft['photos'],
  context: Context,
): Promise<void> {
  const { streams } = context;
  const theme = await context.theme('stderr');
  const width = streams.columns();
  const told = photos.filter((photo) => photo.verdict !== 'usable');
  const row = (name: string, how: Verdict, some: readonly ToldFinding[]) =>
    some.length === 0 ? '' : photoRow(name, how, sentencesOf(withFiles(some, files)), width, theme);
  const certain = known.map(({ finding }): ToldFinding => finding);
  const ofSet = notToldOf(told, findings).filter((finding) => !certain.includes(finding));
  const rows = [
    row(nameOfAll(photos), 'doubtful', certain),
    ...told.map((photo) => row(viewName(photo.view), photo.verdict, photo.findings)),
    row(nameOfAll(photos), verdict, ofSet),
  ];
  streams.drawWarning(rows.join(''));
}
