import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { PhotoRefusal } from '../refusal.ts';
import type { SeenPhoto } from '../silhouette/check.ts';
import { REFUSED } from '../silhouette/limits.ts';
import { hasProfiles, profilesApart } from '../silhouette/profiles-apart.ts';
import { skinStrangeness } from '../silhouette/same-skin.ts';
import { NOMINAL_ANGLES, viewWords } from '../views.ts';
import type { FitResult } from './fit-types.ts';

/**
 * The most by which the fitted person may be further from one side photo than from the other, in shares of the
 * picture's height. A person whom the model does not know well is missed on both sides, but not equally. Good trunks: 8
 * of the data's kind up to 0.0006, 7 of another kind, who moved a little between photos, up to 0.0031; good heads and
 * bodies of both kinds: below 0.0020 and 0.0012 (18 each). With a left photo of another person, 3 of 14 trunks and 4 of
 * 14 heads are beyond the limit; with the same trunk turned by 20°, 4 of 6. A limit of 0.0012 found 9 of 14 and 6 of 6,
 * but refused 3 of 10 good trunks of the other kind. The misfit alone tells nothing: it is up to 0.0083 in good trunks
 * and from 0.0034 in bad ones.
 */
const MOST_UNLIKE: Record<ReconstructionType, number> = { mammo: 0.004, body: 0.002, face: 0.003 };
/**
 * The most by which the front edges of both side photos may differ from mirror images, see `profilesApart`. 23 good heads:
 * up to 0.0021, 17 good trunks: up to 0.0018; nine of the data's people, eight of another family, who moved a little
 * between photos, and six real heads. With a left photo of another of the data's people, 18 heads have 0.0061 to 0.0235,
 * and 16 of 18 trunks 0.0057 to 0.026 (the others: two men 0.0020, and 0.0044); people of the other family, who are more
 * alike, are mostly below. The limit of trunks leaves room for a woman with one breast: where it stands out by 2 cm more
 * in one photo, because it is nearer there, four trunks have 0.0030 to 0.0051.
 */
const MOST_APART = { face: 0.0035, mammo: 0.0055 } as const;
/** The least difference of `skinStrangeness` that tells whose photo is strange. In good sets up to 0.06, once 0.25. */
const CLEAR_SKIN = 0.2;
/** An outline without a match counts as this far away, in shares of the picture's height. */
const ALONE = 0.012;
/**
 * The most by which a standing person's fitted turn may differ from the side photo's nominal one. Good sets: up to
 * 1.5°; people turned by 20°: 13° to 20° (6 of 6). A person who turned less is fitted with that turn.
 */
const MOST_TURN_DEG = 11;

type Quality = Pick<FitResult, 'residual' | 'matched' | 'state'>;

/** Throws a `PhotoRefusal` if the fit shows that a side photo is of another person, or of the person turned. */
export function checkAgreement(type: ReconstructionType, views: readonly { view: View }[], fit: Quality): void {
  const [left, right] = (['left', 'right'] as const).map((name) => views.findIndex(({ view }) => view === name));
  const sides = [left!, right!].filter((i) => i >= 0);
  for (const i of sides) {
    const { view } = views[i]!;
    const turn = ((fit.state.poses[i]!.yaw * 180) / Math.PI - NOMINAL_ANGLES[view].yaw) % 360;
    if (type !== 'body' || Math.abs(turn) < MOST_TURN_DEG) continue;
    throw new PhotoRefusal(
      'wrong_view',
      [view],
      `the ${viewWords(view)} shows the person turned by about ${Math.round(Math.abs(turn))}° from the side`,
      'take it again exactly from the side, feet and shoulders in one line with the camera',
    );
  }
  if (sides.length < 2) return;
  const [worse, better] = sides
    .map((i) => ({ view: views[i]!.view, misfit: outlineMisfit(fit, i) }))
    .sort((a, b) => b.misfit - a.misfit);
  if (worse!.misfit - better!.misfit < MOST_UNLIKE[type]) return;
  throw doNotFit(worse!.view, better!.view);
}

/**
 * Throws a `PhotoRefusal` if the left and the right photo show different profiles. The photo at fault is the one whose
 * skin is further from the front photo's, or else the one that the fitted person meets less well.
 */
export function checkProfiles(type: ReconstructionType, photos: readonly SeenPhoto[], fit: Quality): void {
  const at = (name: View) => photos.findIndex(({ view }) => view === name);
  const [left, right] = [at('left'), at('right')];
  if (!hasProfiles(type) || left < 0 || right < 0) return;
  const apart = profilesApart(type, photos[left]!, photos[right]!);
  if (apart === undefined || apart < MOST_APART[type]) return;
  const front = photos.find(({ view }) => view === 'front');
  const strange = (i: number) => (front === undefined ? 0 : skinStrangeness(front, photos[i]!, REFUSED));
  const bySkin = strange(left) - strange(right);
  const stranger = Math.abs(bySkin) > CLEAR_SKIN ? bySkin : outlineMisfit(fit, left) - outlineMisfit(fit, right);
  throw stranger > 0 ? doNotFit('left', 'right') : doNotFit('right', 'left');
}

const doNotFit = (worse: View, better: View) =>
  new PhotoRefusal(
    'views_inconsistent',
    [worse, better],
    `the ${viewWords(worse)} and the others do not fit together`,
    'check that all show the same person in the same posture, the side photos exactly from the side',
  );

/** Root mean square distance of a view's outline, including points without a match; share of the picture's height. */
export const outlineMisfit = ({ residual, matched }: Omit<Quality, 'state'>, i: number): number =>
  Math.sqrt(matched[i]! * residual[i]! ** 2 + (1 - matched[i]!) * ALONE ** 2);
