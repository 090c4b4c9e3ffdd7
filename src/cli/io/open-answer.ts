// What Enter does at a question that may be left open, behind its words.

/** Where nothing stands on the line. */
export const NONE = '(Enter for none)';
/** Where an answer stands there, to be changed. */
export const KEEPS = '(edit; Enter keeps it)';
/** Where that answer was taken from the line. */
export const ERASES = '(Enter erases it)';
