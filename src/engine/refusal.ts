import type { View } from '../contract/reconstruction.ts';
import { ReconError } from '../errors.ts';

/** The reason why photos or a measure cannot become a model, as a name for programs. */
export type RefusalReason =
  | 'photo_not_recognised' // no such person, or no such part of one, as this view should show
  | 'wrong_view' // a person, but from another side than was said
  | 'lies_on_its_side' // would do, turned by a quarter; told by a look alone
  | 'views_swapped' // left and right given for each other
  | 'views_inconsistent' // each may be right, but they do not fit together
  | 'background_not_plain'
  | 'blurred'
  | 'cut_off' // a part that this view needs is outside the picture
  | 'landmark_not_found' // such as nipples under clothes or eyes under hair
  | 'measure_implausible'
  | 'exposure'; // far too bright or too dark

/** The engine's `generation_failed`: a sentence for clinic staff, and the fields that programs need. */
export class PhotoRefusal extends ReconError {
  readonly reason: RefusalReason;
  /** The photos at fault, first the one to take again; none if a measure is at fault, or it cannot be told. */
  readonly views: readonly View[];
  /** What the photos at fault show instead, where that is known. */
  readonly shows: Readonly<Partial<Record<View, View>>>;
  /** What else is wrong, with other photos. */
  readonly further: readonly PhotoRefusal[];

  constructor(
    reason: RefusalReason,
    views: readonly View[],
    sentence: string,
    hint: string,
    shows: Readonly<Partial<Record<View, View>>> = {},
    further: readonly PhotoRefusal[] = [],
  ) {
    super('generation_failed', sentence, { hint });
    this.reason = reason;
    this.views = views;
    this.shows = shows;
    this.further = further;
  }

  /** The same, with what else is wrong. */
  beside(further: readonly PhotoRefusal[]): PhotoRefusal {
    return new PhotoRefusal(this.reason, this.views, this.message, String(this.hint), this.shows, further);
  }

  get view(): View | undefined {
    return this.views[0];
  }
}
