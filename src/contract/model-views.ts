/**
 * The picture `frames` of our own service: views round the model, 15° apart, the first from the front, then to its left.
 * The interface only says that it is a picture, so a client looks first whether it is such a one.
 */
export const MODEL_VIEWS = { views: 24, columns: 6 } as const;
