import type { PhotoWarning } from '../../contract/patient-page.ts';

/** What the service finds doubtful in a photo, for the desk. */
const WORDS: Readonly<Record<PhotoWarning, string>> = {
  lies_on_its_side: 'it lies on its side',
  photo_not_recognised: 'the body is not recognised in it',
  wrong_view: 'it seems to show another view',
  views_swapped: 'left and right seem to be swapped',
  views_inconsistent: 'it does not fit the front photo',
  background_not_plain: 'the background is not plain',
  blurred: 'it is blurred',
  cut_off: 'something is cut off',
  landmark_not_found: 'a feature that is measured cannot be seen',
  measure_implausible: 'the size seems wrong',
  exposure: 'it is too bright or too dark',
  small: 'it has few pixels',
  dark: 'it is dark',
};

/** One that a newer service knows is shown as it is named. */
export const warningWords = (warnings: readonly string[]): string =>
  warnings.map((one) => (WORDS as Record<string, string>)[one] ?? one.replaceAll('_', ' ')).join(', ');
