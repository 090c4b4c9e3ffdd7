import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { Refusal } from '../refusal.ts';
import { NOMINAL_ANGLES, viewWords } from '../views.ts';
import type { FitResult } from './fit-types.ts';

/**
 * How much further one side photo may be from the fitted person than the other, in shares of the picture's height. Nobody
 * is alike on both sides, but where the model does not know such a person it fails on both sides alike. Good sets, two kinds
 * of synthetic people: trunks 10, heads 8, bodies 8, up to 0.0006, 0.0010 and 0.0004. Left photo of somebody else: trunks
 * 9 of 14 beyond the limit, heads 5 of 14; of the same trunk turned by 20°: 6 of 6. Not by the misfit itself: it is up to
 * 0.0065 in good trunks of the other kind, and in bad ones from 0.0034 up.
 */
const MOST_UNLIKE: Record<ReconstructionType, number> = { mammo: 0.0012, body: 0.0012, face: 0.002 };
/** An outline without a partner counts as this far away, in shares of the picture's height. */
const ALONE = 0.012;
/** Standing people's fitted turn from the side photo's own: good sets up to 1.5°, those turned by 20° 13° to 20° (6 of 6). */
const MOST_TURN_DEG = 9;

type Quality = Pick<FitResult, 'residual' | 'matched' | 'state'>;

/** Throws a `Refusal` where the fit shows that a side photo is of another person, or of the person turned. */
export function checkAgreement(type: ReconstructionType, views: readonly { view: View }[], fit: Quality): void {
  const [left, right] = (['left', 'right'] as const).map((name) => views.findIndex(({ view }) => view === name));
  const sides = [left!, right!].filter((i) => i >= 0);
  for (const i of sides) {
    const { view } = views[i]!;
    const turn = ((fit.state.poses[i]!.yaw * 180) / Math.PI - NOMINAL_ANGLES[view].yaw) % 360;
    if (type !== 'body' || Math.abs(turn) < MOST_TURN_DEG) continue;
    throw new Refusal(
      'wrong_view',
      [view],
      `the ${viewWords(view)} shows the person turned by about ${Math.round(Math.abs(turn))}° from the side`,
      'take it again exactly from the side, feet and shoulders in one line with the camera',
    );
  }
  if (sides.length < 2) return;
  const [worse, better] = sides
    .map((i) => ({ view: views[i]!.view, misfit: misfit(fit, i) }))
    .sort((a, b) => b.misfit - a.misfit);
  if (worse!.misfit - better!.misfit < MOST_UNLIKE[type]) return;
  throw new Refusal(
    'views_inconsistent',
    [worse!.view, better!.view],
    `the ${viewWords(worse!.view)} and the others do not fit together`,
    'check that all show the same person in the same posture, the side photos exactly from the side',
  );
}

/** Root mean square distance of a view's outline, also where it met none; share of the picture's height. */
const misfit = ({ residual, matched }: Quality, i: number): number =>
  Math.sqrt(matched[i]! * residual[i]! ** 2 + (1 - matched[i]!) * ALONE ** 2);
