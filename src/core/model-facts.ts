import { findProvider } from '../contract/providers.ts';
import { isReconstructionType, VIEWS, type View } from '../contract/reconstruction.ts';

/** Of each model or after-record, mm by part: `{ face: { face: 2.1, skull: 3.9 }, 'face.1': { face: 2.1 } }`. */
export type ExpectedErrors = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The photos of each model by type: `{ face: ['left', 'front'] }`. */
export type ModelPhotos = Readonly<Record<string, readonly View[]>>;

/** Of each model or after-record whose last generation failed, how the SHA-256 of each photo begins: `{ face: { front: '1f3a…' }, 'mammo.2': … }`. */
export type FailedPhotos = Readonly<Record<string, Readonly<Partial<Record<View, string>>>>>;

/** The provider that each model is made with, by type: `{ face: '5' }`. */
export type ModelProviders = Readonly<Record<string, string>>;

/** The measures that were read off each model, by type: `{ face: ['ear_size'] }`. */
export type ComputedMeasures = Readonly<Record<string, readonly string[]>>;

/** What a model was made with whose place another one took. */
export interface EarlierModel {
  /** Epoch ms. */
  at: number;
  provider: string;
  /** The given ones, in cm, as they came. */
  measures: Readonly<Record<string, string>>;
}

/** By type, the newest first. */
export type EarlierModels = Readonly<Record<string, readonly EarlierModel[]>>;

/** When generations were begun, epoch ms, by patient id and type; null: nobody has begun to make it. */
export type BegunByPatient = ReadonlyMap<string, ReadonlyMap<string, number | null>>;

/** Why a person is to look whether a model is of this patient. */
export type Doubt = 'two people' | 'of others';

/** By patient id and type. */
export type DoubtsByPatient = ReadonlyMap<string, ReadonlyMap<string, Doubt>>;

export interface ModelWarning {
  /** `face`, or `face.1` of an after-record. */
  type: string;
  sentence: string;
}

/** What our service tells of models in headers, which the interface has no fields for; others say nothing. */
export function modelFactsOf(headers: Readonly<Record<string, string>>) {
  const expected = expectedOf(headers['recon-expected-error'] ?? '');
  const modelPhotos = photosOf(headers['recon-photos'] ?? '');
  const failedPhotos = failedPhotosOf(headers['recon-failed-photos'] ?? '');
  const computed = computedOf(headers['recon-computed'] ?? '');
  const modelProviders = modelProvidersIn(headers['recon-providers'] ?? '');
  const modelWarnings = [
    ...warningsOf(headers['warning'] ?? ''),
    ...afterWarningsOf(headers['recon-after-warnings'] ?? ''),
  ];
  const earlierModels = earlierModelsOf(headers['recon-earlier-models'] ?? '');
  return {
    ...(expected && { expected }),
    ...(modelPhotos && { modelPhotos }),
    ...(modelProviders && { modelProviders }),
    ...(failedPhotos && { failedPhotos }),
    ...(computed && { computed }),
    ...(earlierModels && { earlierModels }),
    ...(modelWarnings.length > 0 && { modelWarnings }),
  };
}

/** `face=left front right below, body=left`; a word that is no view is passed over. */
function photosOf(text: string): ModelPhotos | undefined {
  const all = wordsByType(text).flatMap(([type, words]): [string, View[]][] => {
    const views = VIEWS.filter((view) => words.includes(view));
    return views.length === 0 ? [] : [[type, views]];
  });
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

/** `face=left:1f3a… front:…`, with at least 16 digits of each; a word that is no view is passed over. */
function failedPhotosOf(text: string): FailedPhotos | undefined {
  const all = text.split(',').flatMap((pair): [string, Partial<Record<View, string>>][] => {
    const [, type, words = ''] = /^\s*((?:mammo|face|body)(?:\.\d{1,6})?)=([a-z0-9_: ]{1,1000})\s*$/.exec(pair) ?? [];
    const photos = VIEWS.flatMap((view) => {
      const sum = new RegExp(`(?:^| )${view}:([0-9a-f]{16,64})(?: |$)`).exec(words)?.[1];
      return sum === undefined ? [] : [[view, sum] as const];
    });
    return type === undefined || photos.length === 0 ? [] : [[type, Object.fromEntries(photos)]];
  });
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

function computedOf(text: string): ComputedMeasures | undefined {
  const all = wordsByType(text);
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

/** `7=face, 12=body`, with a list. */
const typesByPatient = (header: string): [id: string, type: string][] =>
  [...header.matchAll(/\b(\d{1,16})=(mammo|face|body)\b/g)].map(([, id = '', type = '']) => [id, type]);

/** Each is as above. That photos are also of somebody else is certain, and told rather than what may be. */
export function doubtsByPatient(twoPeople = '', alsoOfOthers = ''): DoubtsByPatient {
  const all = new Map<string, Map<string, Doubt>>();
  const note = (id: string, type: string, doubt: Doubt) => all.set(id, (all.get(id) ?? new Map()).set(type, doubt));
  for (const [id, type] of typesByPatient(twoPeople)) note(id, type, 'two people');
  for (const [id, type] of typesByPatient(alsoOfOthers)) note(id, type, 'of others');
  return all;
}

/** `queued` is as above, `begun` is `7=face@2026-01-02T03:04:05.678Z`, with a list. */
export function begunByPatient(queued = '', begun = ''): BegunByPatient {
  const all = new Map<string, Map<string, number | null>>();
  const note = (id: string, type: string, at: number | null) => all.set(id, (all.get(id) ?? new Map()).set(type, at));
  for (const [id, type] of typesByPatient(queued)) note(id, type, null);
  for (const [, id = '', type = '', at = ''] of begun.matchAll(/\b(\d{1,16})=(mammo|face|body)@([\dT:.Z-]{1,30})/g)) {
    if (!Number.isNaN(Date.parse(at))) note(id, type, Date.parse(at));
  }
  return all;
}

/** What the pages of a list tell of models, put together. */
export function notesOfModels() {
  const doubts = new Map<string, ReadonlyMap<string, Doubt>>();
  const begun = new Map<string, ReadonlyMap<string, number | null>>();
  return {
    /** Whose models are doubted, and when generations were begun. */
    notes: { doubts, begun } as { doubts: DoubtsByPatient; begun: BegunByPatient },
    add: (page: { doubts?: DoubtsByPatient | undefined; begun?: BegunByPatient | undefined }) => {
      for (const [id, types] of page.doubts ?? []) doubts.set(id, types);
      for (const [id, times] of page.begun ?? []) begun.set(id, times);
    },
  };
}

/** `face=left front, body=left` */
const wordsByType = (text: string): [type: string, words: string[]][] =>
  text.split(',').flatMap((pair): [string, string[]][] => {
    const [, type, words = ''] = /^\s*(mammo|face|body)=([a-z0-9_ ]{1,100})\s*$/.exec(pair) ?? [];
    return type === undefined ? [] : [[type, words.split(' ')]];
  });

/** `face=5, body=4`; one that the type does not have is passed over. */
function modelProvidersIn(text: string): ModelProviders | undefined {
  const all = text.split(',').flatMap((pair): [string, string][] => {
    const [type = '', provider = ''] = pair.trim().split('=');
    return isReconstructionType(type) && findProvider(type, provider) !== undefined ? [[type, provider]] : [];
  });
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

/** `face=2026-01-02T03:04:05.678Z/4/eye_distance:6.1+hipline:90 2025-…/5/, body=…`; what is none is passed over. */
function earlierModelsOf(text: string): EarlierModels | undefined {
  const all = text.split(',').flatMap((pair): [string, EarlierModel[]][] => {
    const [, type, words = ''] = /^\s*(mammo|face|body)=(\S.{0,2000})$/.exec(pair) ?? [];
    const models = words.split(' ').flatMap((word): EarlierModel[] => {
      const [, time = '', provider = '', given = ''] = /^([\dTZ:.-]{20,30})\/(\d)\/([a-z_:+\d.]*)$/.exec(word) ?? [];
      const at = Date.parse(time);
      if (Number.isNaN(at)) return [];
      const measures = [...given.matchAll(/([a-z_]{1,30}):(\d{1,4}(?:\.\d{1,6})?)/g)];
      return [{ at, provider, measures: Object.fromEntries(measures.map(([, name, cm]) => [name!, cm!])) }];
    });
    return type === undefined || models.length === 0 ? [] : [[type, models]];
  });
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

/** More than this is no error of a person's model, mm. */
const MOST_MM = 1000;

/** `face.face=2.1, face.skull=3.9`, and `face.1.face=2.1` of an after-record */
function expectedOf(text: string): ExpectedErrors | undefined {
  const all: Record<string, Record<string, number>> = {};
  for (const pair of text.split(',')) {
    const [, type, part, mm] =
      /^\s*([a-z]{1,20}(?:\.\d{1,6})?)\.([a-z_]{1,20})=(\d{1,4}(?:\.\d{1,3})?)\s*$/.exec(pair) ?? [];
    if (type === undefined || part === undefined || Number(mm) > MOST_MM) continue;
    all[type] = { ...all[type], [part]: Number(mm) };
  }
  return Object.keys(all).length === 0 ? undefined : all;
}

/** `199 recon "face: check the number"`; a warning of something else is not of a model. */
const warningsOf = (text: string): ModelWarning[] =>
  [...text.matchAll(/199 recon "(mammo|face|body): ([^"]{1,500})"/g)].map(([, type, sentence]) => ({
    type: type!,
    sentence: sentence!,
  }));

/** `face.1="Look at the chin."`: in `Warning`, a client before 0.40 would take it for one of the request. */
const afterWarningsOf = (text: string): ModelWarning[] =>
  [...text.matchAll(/((?:mammo|face|body)\.\d{1,6})="([^"]{1,500})"/g)].map(([, type, sentence]) => ({
    type: type!,
    sentence: sentence!,
  }));
