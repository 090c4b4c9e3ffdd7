import { choices, section } from './dom.ts';
import type { Figure } from './figure.ts';
import { workOut } from './page-state.ts';
import type { Pair } from './pair.ts';
import type { Stage } from './stage.ts';

interface Parts {
  stage: Stage;
  pair: Pair;
  /** What each of the two is called. */
  labels: readonly string[];
  beforeShown(): void;
  say(sentence: string): void;
}

/** Both of two models under one camera, which is what was asked for, or one of them alone. */
export function compareSection({ stage, pair, labels, beforeShown, say }: Parts) {
  const figures = [pair.before, pair.after];
  const all = [
    ...figures.map((figure, i) => ({ value: [figure], text: labels[i]! })),
    { value: figures, text: 'Side by side' },
  ];
  const shown = choices('Shown models', all, figures, (chosen) => {
    beforeShown();
    stage.show(chosen);
  });
  stage.show(figures);
  // The first picture does not wait for it.
  void workOut(() => {
    if (pair.laid() === undefined) say(TOO_DIFFERENT);
    stage.redraw();
  });
  return {
    element: section('Two models', shown.element),
    /** One of them alone. */
    show: (figure: Figure) => {
      shown.show(all.find(({ value }) => value.length === 1 && value[0] === figure)!.value);
      stage.show([figure]);
    },
  };
}

export const TOO_DIFFERENT = 'The two models are too different to be laid on one another.';
