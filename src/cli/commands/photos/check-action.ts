import { requirements, type Violation } from '../../../contract/photo-rules.ts';
import { providersOf } from '../../../contract/providers.ts';
import {
  isReconstructionType,
  MEASURES,
  RECONSTRUCTION_TYPES,
  type ReconstructionType,
  VIEWS,
  type View,
} from '../../../contract/reconstruction.ts';
import { brokenRules, type Draft, viewsOf } from '../../../core/draft.ts';
import { isPdfName, isPictureName } from '../../../core/photo-folder.ts';
import { type Advice, ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { isFolder } from '../../io/typed-path.ts';
import { filesToSee, type ReadPhoto } from '../../look/files-to-see.ts';
import { lookAtPhotos, type Verdict } from '../../look/look-at-photos.ts';
import { swappedIn, withSwapped } from '../../look/swapped.ts';
import { askForKind, likelyKind } from '../../request/ask-missing.ts';
import { askForSomePhotos, dropUnreadable, refuseUnusable } from '../../request/ask-photos.ts';
import { flagOf } from '../../request/flags.ts';
import { tellNoPhotos, tellUnused, unplaced } from '../../request/folder-pictures.ts';
import { askWhichIsMeant } from '../../request/place-unnamed.ts';
import { flagValues, isOfFolder, type RequestOptions, readDraft } from '../../request/read-draft.ts';
import { type CheckedSet, settled } from './checked-set.ts';
import { drawPicture, pictureFormat } from './draw-picture.ts';
import { showLooks } from './show-looks.ts';

/** Says what a generation would say of photos. Needs no service, no token and no complete set. */
export async function checkPhotos(folder: string | undefined, typed: RequestOptions, context: Context): Promise<void> {
  const options = await withFolder(folder, typed);
  const { streams } = context;
  const picture = options['picture'];
  const format = typeof picture === 'string' ? pictureFormat(picture) : undefined;
  const draft = await readDraft('after', options, context);
  if (context.mayAsk() && draft.problems.length === 0) await completeByAsking(draft, context);
  const type = typeOf(draft, options);
  tellUnused(draft, context);
  const [unused] = unplaced(draft);
  if (unused !== undefined && streams.stderrIsTty()) {
    streams.note({ before: 'to look at one alone', command: ['photos', 'check', '--type', type, '--front', unused] });
  }
  const { path, noPictures = [] } = draft.photoFolder ?? { path: '' };
  tellNoPhotos(path, noPictures.filter(isPdfName), context);
  const show = await showLooks(type, context);
  const live = await context.liveLine();
  const read: ReadPhoto[] = [];
  const photos = filesToSee(draft.photos, context.signal, (photo) => read.push(photo));
  let checked: CheckedSet;
  try {
    checked = settled(await lookAtPhotos(type, photos, draft, { onStep: live.tick }, context), read, draft);
  } finally {
    live.stop();
  }
  await show.show(checked);
  if (typeof picture === 'string' && format !== undefined) {
    await drawPicture(checked.look, picture, format, Object.values(draft.photos));
    streams.say(`drew ${picture}`);
  }
  refuseUnread(read, draft, show.isForPerson ? checked : undefined);
  refuseVerdict(checked, draft, options);
  await context.sayNext({
    command: ['patients', 'create', ...flagsFor(draft, options)],
    because: checked.needs.some(({ needs }) => needs.length === 0)
      ? 'to make the 3D model from these photos'
      : 'which asks for what is missing',
  });
}

/** A folder that was typed without its flag. */
async function withFolder(folder: string | undefined, options: RequestOptions): Promise<RequestOptions> {
  if (folder === undefined) return options;
  if (options['photos'] !== undefined) {
    throw new ReconError('usage', `the photos are in ${JSON.stringify(folder)} or in --photos; give one of them`);
  }
  if (isPictureName(folder) && !(await isFolder(folder))) {
    throw new ReconError('usage', `${JSON.stringify(folder)} is one photo; a flag says what it shows`, {
      hint: { command: ['photos', 'check', '--front', folder], because: 'or --left, --right …' },
    });
  }
  return { ...options, photos: folder };
}

/** The same photos and measures, as a folder where all photos were found in one. */
function flagsFor({ type = '', provider, photos, measures, photoFolder }: Draft, options: RequestOptions): string[] {
  const views = VIEWS.filter((view) => photos[view] !== undefined);
  const typed = flagValues(options);
  const isFolder =
    photoFolder !== undefined && views.every((view) => photoFolder.found.includes(view) && !typed.has(view));
  return [
    ...['--type', type],
    ...(provider === undefined ? [] : ['--provider', provider]),
    ...MEASURES.flatMap((name) => (measures[name] === undefined ? [] : [flagOf(name), measures[name]])),
    ...(isFolder ? ['--photos', photoFolder.path] : views.flatMap((view) => [flagOf(view), photos[view]!])),
  ];
}

async function completeByAsking(draft: Draft, context: Context): Promise<void> {
  draft.type ??= await askForKind(context, await likelyKind(draft, context));
  const { type } = draft;
  if (!isReconstructionType(type)) return;
  await askWhichIsMeant(draft, allViewsOf(type), context);
  if (viewsOf(draft).length > 0 && unplaced(draft).length === 0) return;
  await dropUnreadable(draft, context);
  refuseUnusable(draft);
  const needed = (provider?: string) => VIEWS.filter((view) => requirements(type, provider).includes(view));
  await askForSomePhotos(draft, { usual: needed(draft.provider), all: allViewsOf(type) }, context);
}

/** What any provider of the type needs. */
function allViewsOf(type: ReconstructionType): View[] {
  const needed = providersOf(type).flatMap(({ number }) => requirements(type, String(number)));
  return VIEWS.filter((view) => needed.includes(view));
}

function noPhotoText({ photoFolder }: Draft): string {
  if (photoFolder === undefined) return 'no photo is given';
  const { path, unnamed, areLookedAt } = photoFolder;
  if (areLookedAt === true) return `none of the photos in ${path} was taken for a view`;
  if (unnamed?.length === 0) return `there is no photo in ${path}`;
  return `no photo in ${path} is named after its view, such as left.jpg`;
}

/** @throws ReconError `usage` that names all that is wrong, but nothing that is only missing */
function typeOf(draft: Draft, options: RequestOptions): ReconstructionType {
  const broken = brokenRules(draft).filter(({ code, name }) => code !== 'missing' || name === 'type');
  const problems = [...draft.problems, ...broken.map(({ name, message }) => `${flagOf(name)} ${message}`)];
  if (problems.length === 0 && viewsOf(draft).length === 0) {
    problems.push(noPhotoText(draft));
  }
  const { type } = draft;
  if (problems.length === 0 && isReconstructionType(type)) return type;
  const [message = '', ...details] = problems;
  throw new ReconError('usage', message, { details, hint: rightLine(draft, options, broken) });
}

/** The same photos with what is right about the rest; any type stands for one that is missing or none. */
function rightLine({ provider, ...draft }: Draft, options: RequestOptions, broken: readonly Violation[]): Advice {
  const isKnown = isReconstructionType(draft.type);
  const type = isKnown ? draft.type! : 'face';
  const wrong = new Set<string>(broken.map(({ name }) => name));
  const measures = Object.fromEntries(Object.entries(draft.measures).filter(([name]) => !wrong.has(name)));
  const right = { ...draft, type, measures, ...(provider !== undefined && !wrong.has('provider') && { provider }) };
  const photo = draft.photoFolder?.areLookedAt === true ? ['--front', 'FILE'] : ['--photos', 'DIR'];
  const flags = viewsOf(draft).length === 0 ? ['--type', type, ...photo] : flagsFor(right, options);
  const others = RECONSTRUCTION_TYPES.filter((one) => one !== type).map((one) => `--type ${one}`);
  const picture = options['picture'];
  return {
    command: ['photos', 'check', ...flags, ...(typeof picture === 'string' ? ['--picture', picture] : [])],
    ...(!isKnown && { because: `or ${others.join(', ')}` }),
  };
}

/** `shown`: a person has read above what is wrong with each. */
function refuseUnread(read: readonly ReadPhoto[], draft: Draft, shown: CheckedSet | undefined): void {
  const unread = read.flatMap((one) => ('problem' in one && !one.isSmall ? [one] : []));
  if (shown !== undefined && unread.length > 0) throw new ReconError('photo_rejected', countOf(shown));
  const [message, ...details] = unread.map(({ view, path, problem }) =>
    isOfFolder(draft, view, path) ? `${path} ${problem}` : `${flagOf(view)} ${path} ${problem}`,
  );
  if (message !== undefined) throw new ReconError('photo_rejected', message, { details });
}

function refuseVerdict(checked: CheckedSet, draft: Draft, options: RequestOptions): void {
  const { verdict, findings, photos } = checked;
  if (verdict === 'usable') return;
  const together = `the photos ${verdict === 'doubtful' ? 'may not go' : 'do not go'} together`;
  const isSwapped = swappedIn(findings).length > 0;
  const isOfSet = verdict === 'unusable' && photos.every((photo) => photo.verdict !== 'unusable');
  throw new ReconError('photo_unusable', (!isOfSet && countOf(checked)) || together, {
    ...(isSwapped && { hint: lineWithSwapped(draft, findings, options) }),
  });
}

/** The same line with the left and the right photos given for each other. */
function lineWithSwapped(
  { photoFolder: _, photos, ...draft }: Draft,
  findings: CheckedSet['findings'],
  options: RequestOptions,
): Advice {
  return {
    command: ['photos', 'check', ...flagsFor({ ...draft, photos: withSwapped(photos, findings) }, options)],
    because: 'with the left and right photos swapped',
  };
}

/** How many photos cannot be used or are doubtful; nothing where each is usable. */
function countOf({ photos }: CheckedSet): string {
  const count = (wanted: Verdict) => photos.filter((photo) => photo.verdict === wanted).length;
  const [unusable, doubtful] = [count('unusable'), count('doubtful')];
  const of = ` of ${photos.length} ${photos.length === 1 ? 'photo' : 'photos'}`;
  return [
    ...(unusable > 0 ? [`${unusable}${of} cannot be used`] : []),
    ...(doubtful > 0 ? [`${doubtful}${unusable > 0 ? '' : of} ${doubtful === 1 ? 'is' : 'are'} doubtful`] : []),
  ].join(', ');
}
