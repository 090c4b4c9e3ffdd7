import type { RgbImage } from '../../photo/decode.ts';
import type { Mask } from '../image/plane.ts';
import { midlineOf, verticalExtent } from '../silhouette/mask-rows.ts';
import { type SkinLight, skinLightOf } from './areola-light.ts';
import type { TrunkBox } from './areola-rating.ts';
import { isDarkSkin } from './own-light.ts';
import { lightnessOf, ownLightOf, rednessOf, type SkinPlane, skinPlane } from './skin-plane.ts';

/** A trunk's skin as a front photo shows it. */
export interface TrunkSkin {
  photo: RgbImage;
  isDark: boolean;
  /** With little darkness beside redness, and with as much. */
  planes: readonly [SkinPlane, SkinPlane];
  light: SkinLight;
  trunk: TrunkBox;
}

/** Weights of darkness beside redness, both as logarithms: light skin needs little of it, the darkest as much. */
const DARKNESS = { little: 0.3, much: 1 } as const;

/** `image` is the photo as small as its `mask`. */
export function trunkSkinOf(image: RgbImage, photo: RgbImage, mask: Mask): TrunkSkin {
  const ratio = photo.widthPx / mask.widthPx;
  const isDark = isDarkSkin(image, mask);
  const [redness, lightness] = [rednessOf(photo), lightnessOf(photo)];
  const { top, bottom } = verticalExtent(mask);
  return {
    photo,
    isDark,
    planes: [
      skinPlane(redness, lightness, DARKNESS.little, mask),
      skinPlane(redness, isDark ? ownLightOf(photo) : lightness, DARKNESS.much, mask),
    ],
    light: skinLightOf(photo, mask),
    trunk: {
      middle: midlineOf(mask) * ratio,
      top: top * ratio,
      height: (bottom - top) * ratio,
      photoHeight: photo.heightPx,
    },
  };
}
