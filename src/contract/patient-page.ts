import type { MeasureName, ReconstructionType, View } from './reconstruction.ts';

/** What the page behind `invitation_url` and our service say to each other. The interface knows only the URL. */

/** Stands in each page as JSON, for its script. */
export type PatientPageData =
  | FormPageData
  /** A link that does not work (any more). */
  | { kind: 'gone' }
  | { kind: 'sent'; words: SentPageWords };

export interface FormPageData {
  kind: 'form';
  type: ReconstructionType;
  /** In the order in which they are taken. */
  views: readonly { view: View; title: string; how: string }[];
  measures: readonly { name: MeasureName; title: string; how: string; example: string; isNeeded: boolean }[];
  /** The smallest and the largest measure. */
  measuresCm: readonly [least: number, most: number];
  largestPhotoBytes: number;
  words: PatientPageWords;
}

/** Parameter of the page's address: the language that it is in, whatever the browser asks for. */
export const LANGUAGE_PARAMETER = 'lang';

/** Paths below the page's own. */
export const patientPagePaths = {
  photos: (page: string) => `${page}/photos`,
  photo: (page: string, view: View) => `${page}/photos/${view}`,
  look: (page: string, view: View) => `${page}/photos/${view}/look`,
  lookTogether: (page: string) => `${page}/look`,
  send: (page: string) => `${page}/send`,
};

/**
 * Form fields of a photo that is put, beside `reconstruction[VIEW]` with its bytes: what the page calls it, and the
 * SHA-256 of the bytes in hex.
 */
export const PHOTO_ID_FIELD = 'photo[id]';
export const PHOTO_SHA256_FIELD = 'photo[sha256]';

/**
 * Form field of a sending, as JSON: what the page calls each photo that the patient saw, by view. The service sends no
 * other ones. A page without script has no such field.
 */
export const SEEN_PHOTOS_FIELD = 'photos';
export type SeenPhotos = Readonly<Partial<Record<View, string>>>;

/** Stands in a refusal beside what every problem has, where the page has to know more than the status. */
export interface PageRefusal {
  reason?: RefusalReason;
}

/**
 * `photos_changed`: of a sending; other photos have come than the patient saw. `accepted`: a person has accepted the
 * reconstruction, so that it takes no photos; a recon before 0.38 does not tell it.
 */
export type RefusalReason = 'photos_changed' | 'accepted' | RefusedPhotoReason;

/** Why a photo is refused, as a name for the page's words: `large` has too many pixels, `damaged` does not decode. */
export type RefusedPhotoReason = 'heic' | 'other_format' | 'small' | 'large' | 'damaged' | 'same_picture';

/** The photos that have arrived and wait until the set is sent. */
export interface ArrivedPhotosAnswer {
  photos: { view: View; id: string; sha256: string }[];
  /** So long from now the link works, in ms. A phone's own clock may be wrong. */
  leftMs: number;
}

/** What is wrong with a photo, as a name for the page's words. */
export const PHOTO_WARNINGS = [
  'lies_on_its_side',
  'photo_not_recognised',
  'wrong_view',
  'views_swapped',
  'views_inconsistent',
  'background_not_plain',
  'blurred',
  'cut_off',
  'landmark_not_found',
  'measure_implausible',
  'exposure',
  'small',
  'dark',
] as const;
export type PhotoWarning = (typeof PHOTO_WARNINGS)[number];

export interface PhotoLookAnswer {
  /** null: nobody looked, or the look took too long. */
  warnings: PhotoWarning[] | null;
  /** A generation refuses the photo. A recon before 0.38 does not tell it. */
  isUnusable?: boolean | undefined;
}

/** What is wrong with a set of photos. */
export interface SetWarnings {
  photos: Partial<Record<View, PhotoWarning[]>>;
  /** What is not told of one of the photos. */
  together: PhotoWarning[];
  /** The photos that a generation refuses. A recon before 0.38 does not tell them, nor the next. */
  unusable?: View[] | undefined;
  /** A generation refuses the set, for one of its photos or for a measure. */
  isUnusable?: boolean | undefined;
}

/** To a question with the fields of a sending; of other photos than the patient saw it is refused as that is. */
export interface SetLookAnswer {
  /** null: nobody looked, or the look took too long. */
  found: SetWarnings | null;
}

/** The set is sent: the page goes on at this path. */
export interface SentAnswer {
  sent: string;
}

/** How far the model is. */
export interface SentState {
  /** As the interface names it. */
  status: string;
  /** The path of a picture with `TURNTABLE_FRAMES`, once there is a model. */
  frames: string | null;
}

/** The pictures of the model in `frames`, row by row, from the front once round to the left. */
export const TURNTABLE_FRAMES = { count: 24, columns: 6 } as const;

/** The texts after the sending. */
export interface SentPageWords {
  going: string;
  ready: string;
  failed: string;
  turn: string;
  private: string;
}

/** The texts of the form's script. `{view}` and the like are replaced. */
export interface PatientPageWords {
  start: string;
  onPhone: string;
  agree: string;
  agreeFirst: string;
  photoOf: string;
  measureStep: string;
  next: string;
  back: string;
  choosePhoto: string;
  anotherPhoto: string;
  openCamera: string;
  cameraWhy: string;
  shoot: string;
  closeCamera: string;
  noCamera: string;
  yourPhoto: string;
  looking: string;
  looksGood: string;
  mayBetter: string;
  goOnAnyway: string;
  /** In place of `mayBetter` and `goOnAnyway`, of a photo that a generation refuses. */
  noModel: string;
  takeAgain: string;
  keptAlready: string;
  notAPhoto: string;
  tooLarge: string;
  samePhoto: string;
  refusedPhoto: string;
  refusals: Record<RefusedPhotoReason, string>;
  warnings: Record<PhotoWarning, string>;
  lookingAtAll: string;
  goTogether: string;
  notTogether: string;
  sendAnyway: string;
  /** In place of `sendAnyway`, of a set that a generation refuses. */
  noModelAsItIs: string;
  /** Asked before such a set is sent, with what to answer. */
  askFirst: string;
  changeFirst: string;
  sendAllTheSame: string;
  noMeasure: string;
  notALength: string;
  /** Of a measure that is most likely in mm or m. */
  otherUnit: string;
  /** The unit behind a measure. */
  cm: string;
  check: string;
  arrived: string;
  waiting: string;
  missing: string;
  change: string;
  send: string;
  sending: string;
  offline: string;
  /** After `offline` and the like, while photos wait on the phone. */
  staysHere: string;
  /** Where the phone does not keep them. */
  leaveOpen: string;
  busy: string;
  notNow: string;
  photosChanged: string;
  sendFailed: string;
}
