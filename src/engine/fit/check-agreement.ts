import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { PhotoRefusal } from '../refusal.ts';
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
  throw new PhotoRefusal(
    'views_inconsistent',
    [worse!.view, better!.view],
    `the ${viewWords(worse!.view)} and the others do not fit together`,
    'check that all show the same person in the same posture, the side photos exactly from the side',
  );
}

/** Root mean square distance of a view's outline, including points without a match; share of the picture's height. */
export const outlineMisfit = ({ residual, matched }: Omit<Quality, 'state'>, i: number): number =>
  Math.sqrt(matched[i]! * residual[i]! ** 2 + (1 - matched[i]!) * ALONE ** 2);
