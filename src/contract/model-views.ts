/**
 * The picture `frames` of our own service: views round the model, 15° apart, the first from the front, then to its left.
 * The interface only says that it is a picture, so a client looks first whether it is such a one.
 */
export const MODEL_VIEWS = { views: 24, columns: 6 } as const;

/** The places of those that have a name. */
export const NAMED_VIEWS = { front: 0, 'left-45': 3, left: 6, back: 12, right: 18, 'right-45': 21 } as const;
export type NamedView = keyof typeof NAMED_VIEWS;
