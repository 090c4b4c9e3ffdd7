/** The light, as a share of white, that a byte of a photo (sRGB) stands for. */
export const LINEAR = Float64Array.from({ length: 256 }, (_, byte) =>
  byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
);
