import type { PatientPageWords, PhotoWarning, SentPageWords } from '../../../contract/patient-page.ts';
import type { MeasureName, ReconstructionType, View } from '../../../contract/reconstruction.ts';

/** The advice to a patient about one photo or measure. */
export interface Guide {
  title: string;
  /** One or two short sentences. */
  how: string;
}

export interface TypeGuide {
  /** "Photos of your face". */
  title: string;
  /** What is asked for, and what for. */
  lead: string;
  /** Advice on posture and clothes, for all photos of the type. */
  tips: readonly string[];
  /** Of a photo that does not show what the model is made by, such as the eyes. */
  unseen: string;
  views: Readonly<Partial<Record<View, Guide>>>;
}

/** All that the patient's pages say in one language. `{name}` stands for a value. */
export interface Words {
  /** As `lang` names it. */
  language: string;
  direction: 'ltr' | 'rtl';
  types: Readonly<Record<ReconstructionType, TypeGuide>>;
  measures: Readonly<Record<MeasureName, Guide & { example: string }>>;
  form: Readonly<{
    notSent: string;
    asked: string;
    once: string;
    until: string;
    before: string;
    photos: string;
    formats: string;
    measure: string;
    measures: string;
    inCm: string;
    optional: string;
    mayBeEmpty: string;
    send: string;
    privacy: string;
    agree: string;
    sendButton: string;
    keepOpen: string;
    lookAtOne: string;
    lookAtMany: string;
    chooseAgain: string;
    typedStays: string;
    sorry: string;
    photoProblem: string;
    fieldProblem: string;
    formProblem: string;
    noPhoto: string;
    noMeasure: string;
    notALength: string;
  }>;
  thanks: Readonly<{ title: string; arrived: string; nothingMore: string; see: string }>;
  gone: Readonly<{ title: string; used: string; ask: string }>;
  wait: Readonly<{ title: string; many: string; again: string }>;
  busy: Readonly<{ title: string; working: string; later: string }>;
  accepted: Readonly<{ title: string; enough: string; ask: string }>;
  sent: Readonly<SentPageWords & { title: string }>;
  page: Readonly<
    Omit<PatientPageWords, 'warnings'> & { warnings: Omit<Record<PhotoWarning, string>, 'landmark_not_found'> }
  >;
}

/** The texts of the form's script, for photos of a type. */
export const pageWordsOf = ({ page, types }: Words, type: ReconstructionType): PatientPageWords => ({
  ...page,
  warnings: { ...page.warnings, landmark_not_found: types[type].unseen },
});

/** Puts the values into their places. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
