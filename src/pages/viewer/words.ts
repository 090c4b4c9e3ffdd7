import { errorWords } from '../../contract/error-words.ts';
import { type ReconstructionType, typeWord } from '../../contract/reconstruction.ts';
import type { ViewerFacts, ViewerModel, ViewerPhoto } from '../../contract/viewer.ts';

const number = (value: number, digits: number) => value.toFixed(digits);
const doubtText = (value: number | undefined, digits: number) =>
  value === undefined ? '' : ` ± ${number(value, digits)}`;

/** `123.4 ± 5.0 mm`; the length in metres, what it may be off in mm. */
export const mmText = (metres: number, doubtMm: number | undefined): string =>
  `${number(metres * 1000, 1)}${doubtText(doubtMm, 1)} mm`;

/** Both in m³. */
export const cm3Text = (m3: number, doubtM3: number | undefined): string =>
  `${number(m3 * 1e6, 0)}${doubtText(doubtM3 === undefined ? undefined : doubtM3 * 1e6, 0)} cm³`;

export const degreesText = (degrees: number, doubt: number | undefined): string =>
  `${number(degrees, 1)}${doubtText(doubt, 1)}°`;

export const areaText = (m2: number): string => `${number(m2 * 1e4, 0)} cm²`;

export const DOUBT_NOTE =
  '± tells how far off a value may be: in 95 of 100 such models it is no further off. Where no ± stands, the file does not tell.';

/** Below what is planned; a model as it is plans nothing. */
export const PROMISE = 'A planning picture, not a promise of what an operation brings.';

/** What ± means, if one of the lines has it. */
export const doubtNote = (lines: readonly string[]): string[] =>
  lines.some((line) => line.includes('±')) ? [DOUBT_NOTE] : [];

/** What stands above all: whose models they are, or else their files, and of which type, where it is known. */
export function titleOf({
  models,
  type,
}: Pick<ViewerFacts, 'type'> & { models: readonly Pick<ViewerModel, 'label' | 'shortLabel'>[] }) {
  // Where all have a short one, they are of one patient, whom the first one names.
  const short = models.map(({ shortLabel }) => shortLabel?.toLowerCase());
  const isOfOne = !short.includes(undefined);
  const labels = isOfOne
    ? `${models[0]!.label}, ${short.join(' and ')}`
    : models.map(({ label }) => label).join(' and ');
  const isTold = type === undefined || models.every(({ label }) => label.split(/[^a-z]+/i).includes(typeWord(type)));
  return isTold ? labels : `${labels}, ${typeWord(type)}`;
}

type Dated = Pick<ViewerModel, 'label' | 'shortLabel' | 'day'>;

const dayOf = ({ day }: Dated): string[] => (day === undefined ? [] : [`model as of ${day}`]);

function wayOf({ provider, usedPhotos }: Pick<ViewerModel, 'provider' | 'usedPhotos'>): string[] {
  const how = [provider && `as ${provider}`, usedPhotos && `from ${usedPhotos} photos`].filter(Boolean);
  return how.length === 0 ? [] : [`made ${how.join(' ')}`];
}

/** A line for each model of which something is known. */
function lineEach<M extends Dated>(models: readonly M[], factsOf: (model: M) => string[]): string[] {
  const names = shortLabels(models);
  return models.flatMap((model, i) => {
    const text = factsOf(model).join(', ');
    if (text === '') return [];
    return models.length > 1 ? `${names[i]}: ${text}` : `${text[0]!.toUpperCase()}${text.slice(1)}`;
  });
}

/** As of which day each model is, where it is known. */
export const daysOf = (models: readonly Dated[]): string[] => lineEach(models, dayOf);

/** The same, and as what it was made and from how many photos. */
export const daysAndWaysOf = (models: readonly (Dated & Pick<ViewerModel, 'provider' | 'usedPhotos'>)[]): string[] =>
  lineEach(models, (model) => [...dayOf(model), ...wayOf(model)]);

/** The breasts as the one who made the model found them, where that is known. */
export function volumesOf(
  { label, breastVolumes }: Pick<ViewerModel, 'label' | 'breastVolumes'>,
  { models }: { models: readonly unknown[] },
): string[] {
  if (breastVolumes === undefined) return [];
  const { left, right } = breastVolumes;
  const volumes = models.length > 1 ? `${label}: volumes` : 'Volumes';
  return [`${volumes} found without a drawn line: left breast ${left} cm³, right breast ${right} cm³`];
}

/** What can be accepted, and whether it is; of two models it is called as on the page. */
export function acceptWords(type: ReconstructionType, label?: string) {
  const called = label === undefined ? '' : ` “${label}”`;
  const which = label === undefined ? 'this model' : `the model${called}`;
  const start = which.replace('t', 'T');
  return {
    ask: `Accept ${which} …`,
    question: `Accept the ${typeWord(type)} model${called}?`,
    accepted: `${start} is accepted: no update replaces it.`,
    open: `${start} is not accepted yet.`,
  };
}

const IN_TIME = ['before', 'after'] as const;

/** What two models are called where one is told from the other: the files of two folders may have one name. */
export function shortLabels(models: readonly Pick<ViewerModel, 'label' | 'shortLabel'>[]): string[] {
  const labels = models.map(({ label, shortLabel }) => shortLabel ?? label);
  const isClear = new Set(labels).size === labels.length;
  return isClear ? labels : labels.map((label, i) => `${label} (${IN_TIME[i]})`);
}

type Made = Pick<ViewerModel, 'label' | 'shortLabel' | 'provider' | 'usedPhotos' | 'expected'>;

/** That two models were made in two ways, so that they differ of themselves; nothing where they were not, or nothing tells. */
export function otherWayNote(models: readonly Made[]): string[] {
  const isOther = (name: 'provider' | 'usedPhotos') =>
    models.every((one) => one[name] !== undefined) && new Set(models.map((one) => one[name])).size > 1;
  const [hasOtherProvider, hasOtherPhotos] = [isOther('provider'), isOther('usedPhotos')];
  if (!hasOtherProvider && !hasOtherPhotos) return [];
  const names = shortLabels(models);
  const ways = models.map(({ provider, usedPhotos }, i) => {
    const how = hasOtherProvider ? ` as ${provider}` : '';
    return `${names[i]} was made${how}${hasOtherPhotos ? ` from ${usedPhotos} photos` : ''}`;
  });
  return [`${ways.join(', ')}: the two differ also without a treatment.`];
}

/** That the second model was made of the photos of the first one, so that no treatment lies between the two. */
export function samePhotosNote(models: readonly (Made & Pick<ViewerModel, 'photos'>)[]): string[] {
  const [before, after] = models;
  if (before === undefined || after === undefined || after.photos.length === 0) return [];
  const isOfBefore = ({ view, mark }: ViewerPhoto) =>
    mark !== undefined && before.photos.some((photo) => photo.view === view && photo.mark === mark);
  if (!after.photos.every(isOfBefore)) return [];
  const [earlier, later] = shortLabels(models);
  return [`${later} was made from the same photos as ${earlier}: what differs is no change of the patient.`];
}

/** How wrong each of two models may itself be, where that is known: what differs by less may be no change. */
export const ownErrors = (models: readonly Made[]): string[] =>
  models.flatMap(({ expected }, i) =>
    expected === undefined ? [] : [`${shortLabels(models)[i]}: ${errorWords(expected)}.`],
  );
