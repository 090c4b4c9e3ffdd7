import type { SharpConstructor } from 'sharp';

/** A picture with more pixels is refused before it is decoded. */
export const MAX_PIXELS = 80_000_000;

let loading: Promise<SharpConstructor> | undefined;

/** The image library, loaded on first use: it costs 40 ms and 30 MB that most commands do not need. */
export function loadSharp(): Promise<SharpConstructor> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // The library works on one photo at a time and caches nothing: peak memory matters more than the last 20 % of
    // speed.
    sharp.cache(false);
    sharp.concurrency(1);
    // A file that passes the check by content wrongly still must not reach an SVG, TIFF or PDF reader.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
    return sharp;
  });
  return loading;
}
