import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { viewWords } from '../../contract/view-name.ts';
import { PhotoRefusal } from '../refusal.ts';
import type { SeenPhoto } from '../silhouette/check.ts';
import { DOUBTED, REFUSED } from '../silhouette/limits.ts';
import { hasProfiles, profilesApart } from '../silhouette/profiles-apart.ts';
import { hairStrangeness } from '../silhouette/same-hair.ts';
import { skinStrangeness } from '../silhouette/same-skin.ts';
import { NOMINAL_ANGLES } from '../views.ts';
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
/**
 * The least differences of `skinStrangeness` and `hairStrangeness` that tell whose photo is strange. Of 56 sets of heads and
 * 120 of trunks with a side photo of somebody else, skin tells a wrong one by up to 0.24 (two women, both sides of one of
 * whom differ so much), hair by up to 0.24. The misfit is left out: it is larger for the right photo in 4 of 10 of them.
 */
const CLEAR_SKIN = 0.3;
const CLEAR_HAIR = 0.5;
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
 * skin or hair is further from the front photo's; where neither is clearly so, none is named.
 */
export function checkProfiles(type: ReconstructionType, photos: readonly SeenPhoto[]): void {
  const [left, right, front] = (['left', 'right', 'front'] as const).map((name) =>
    photos.find(({ view }) => view === name),
  );
  if (!hasProfiles(type) || left === undefined || right === undefined) return;
  const apart = profilesApart(type, left, right);
  if (apart === undefined || apart < MOST_APART[type]) return;
  const stranger = front === undefined ? undefined : strangerOf(type, front, left, right);
  if (stranger !== undefined) throw doNotFit(stranger, stranger === 'left' ? 'right' : 'left');
  throw new PhotoRefusal(
    'views_inconsistent',
    [],
    'the left photo and the right photo do not fit together, and which of them is wrong cannot be told',
    SAME_PERSON,
  );
}

function strangerOf(type: 'face' | 'mammo', front: SeenPhoto, left: SeenPhoto, right: SeenPhoto) {
  const bySkin = skinStrangeness(front, left, REFUSED) - skinStrangeness(front, right, REFUSED);
  if (Math.abs(bySkin) > CLEAR_SKIN) return bySkin > 0 ? 'left' : 'right';
  if (type !== 'face') return undefined;
  const byHair = hairStrangeness(front, left, DOUBTED) - hairStrangeness(front, right, DOUBTED);
  if (Math.abs(byHair) > CLEAR_HAIR) return byHair > 0 ? 'left' : 'right';
  return undefined;
}

const SAME_PERSON = 'check that all show the same person in the same posture, the side photos exactly from the side';

const doNotFit = (worse: View, better: View) =>
  new PhotoRefusal(
    'views_inconsistent',
    [worse, better],
    `the ${viewWords(worse)} and the others do not fit together`,
    SAME_PERSON,
  );

/** Root mean square distance of a view's outline, including points without a match; share of the picture's height. */
export const outlineMisfit = ({ residual, matched }: Omit<Quality, 'state'>, i: number): number =>
  Math.sqrt(matched[i]! * residual[i]! ** 2 + (1 - matched[i]!) * ALONE ** 2);
