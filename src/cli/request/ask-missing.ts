import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseMeasure } from '../../contract/photo-rules.ts';
import { providersOf } from '../../contract/providers.ts';
import {
  isReconstructionType,
  MEASURES,
  type MeasureName,
  RECONSTRUCTION_TYPES,
  type ReconstructionType,
  VIEWS,
  type View,
} from '../../contract/reconstruction.ts';
import { brokenRules, type Draft } from '../../core/draft.ts';
import type { Prompt } from '../io/prompt.ts';
import { formatDuration } from '../output/duration.ts';
import { MEASURE_WORDS, VIEW_WORDS } from './flags.ts';

const TYPE_WORDS: Record<ReconstructionType, string> = { mammo: 'breasts', face: 'face or head', body: 'body' };

/** Asks a person for the type, the provider, and every photo and measure that the rules then miss. */
export async function askForMissing(draft: Draft, prompt: Prompt): Promise<void> {
  draft.type ??= await prompt.choose('What is the 3D model of?', typeChoices());
  const { type } = draft;
  // A wrong type cannot be asked about further; the check names it.
  if (!isReconstructionType(type)) return;
  draft.provider ??= await prompt.choose('How should it be made?', providerChoices(type));
  // One at a time: a folder given for one photo may bring the others too.
  for (let missing = missingOf(draft); missing !== undefined; missing = missingOf(draft)) {
    if (isMeasure(missing)) await askForMeasure(draft, missing, prompt);
    else await askForPhoto(draft, missing, prompt);
  }
}

export const typeChoices = () =>
  RECONSTRUCTION_TYPES.map((type) => ({ value: type as string, name: `${type} (${TYPE_WORDS[type]})` }));

const providerChoices = (type: ReconstructionType) =>
  providersOf(type).map(({ number, title, usualSeconds }) => ({
    value: String(number),
    name: `${title}, provider ${number}, about ${formatDuration(usualSeconds * 1000)}`,
  }));

function missingOf(draft: Draft): View | MeasureName | undefined {
  const needed: readonly string[] = brokenRules(draft)
    .filter(({ code }) => code === 'missing')
    .map(({ name }) => name);
  return [...VIEWS, ...MEASURES].find((name) => needed.includes(name));
}

const isMeasure = (name: View | MeasureName): name is MeasureName => MEASURES.some((measure) => measure === name);

async function askForMeasure(draft: Draft, name: MeasureName, prompt: Prompt): Promise<void> {
  draft.measures[name] = await prompt.text(`${capital(MEASURE_WORDS[name])}:`, (answer) =>
    parseMeasure(answer) === undefined ? 'a number of cm above 0, such as 21.5' : undefined,
  );
}

async function askForPhoto(draft: Draft, view: View, prompt: Prompt): Promise<void> {
  const typed = await prompt.text(`${capital(VIEW_WORDS[view])}, file or folder:`, (answer) =>
    whatIsWrong(pathOf(answer), view),
  );
  const path = pathOf(typed);
  if (!(await isFolder(path))) {
    draft.photos[view] = path;
    return;
  }
  const { findPhotos } = await import('../../core/photo-folder.ts');
  draft.photos = { ...(await findPhotos(path)).files, ...draft.photos };
}

/** The whole check of the photo, so that a bad one is told while its question is open. */
async function whatIsWrong(path: string, view: View): Promise<string | undefined> {
  if (path === '') return 'the path of a photo, such as left.jpg';
  if (await isFolder(path)) {
    const { findPhotos } = await import('../../core/photo-folder.ts');
    const { files, problems } = await findPhotos(path);
    return files[view] === undefined ? (problems[0] ?? `no photo named ${view} is in that folder`) : undefined;
  }
  const { preparePhotos } = await import('../../core/photos.ts');
  const { tmpdir } = await import('node:os');
  const prepared = await preparePhotos({ [view]: path }, { scratchFolder: tmpdir() });
  await prepared.dispose();
  const problem = prepared.problems[0];
  return problem && `${path} ${problem.message}`;
}

const isFolder = (path: string) =>
  stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );

/** A path as people paste it or drop it on a terminal: in quotes, with escaped spaces, from `~`. */
export function pathOf(typed: string): string {
  const bare = /^(['"])(.*)\1$/.exec(typed)?.[2] ?? typed.replace(/\\([ '"()&])/g, '$1');
  if (bare === '') return '';
  return bare.startsWith('~/') ? join(homedir(), bare.slice(2)) : resolve(bare);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
