/** Names and titles of a column alike, whatever their capitals, blanks and unit: `Height (cm)` is `height`, `3D MODEL` is `3d_model`. */
export const titleKey = (text: string): string =>
  text
    .replace(/\s*\([^()]*\)$/, '')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_');
