/** What a photo may be, checked by the client, the patient's page and our service alike. */
export const MAX_PHOTO_BYTES = 40_000_000;
export const MIN_SHORT_SIDE_PX = 480;
/** A smaller one is taken with a warning. */
export const GOOD_SHORT_SIDE_PX = 1024;
