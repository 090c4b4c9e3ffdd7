import type { ViewerFacts } from '../../contract/viewer.ts';
import { choices, section } from './dom.ts';
import type { Pair } from './pair.ts';
import type { Figure, Stage } from './stage.ts';

/** Which of two models is shown, or both under one camera. */
export function compareSection(stage: Stage, pair: Pair, { models }: ViewerFacts, beforeShown: () => void) {
  const figures = [pair.before, pair.after];
  const all = [
    ...figures.map((figure, i) => ({ value: [figure], text: `Only ${models[i]!.label}` })),
    { value: [...figures], text: 'Side by side' },
  ];
  const shown = choices('Shown models', all, all[0]!.value, (chosen) => {
    beforeShown();
    pair.laid();
    stage.show(chosen);
  });
  return {
    element: section('Two models', shown.element),
    show: (wanted: readonly Figure[]) => {
      const same = all.find(
        ({ value }) => value.length === wanted.length && value.every((one, i) => one === wanted[i]),
      );
      if (same !== undefined) shown.show(same.value);
      stage.show(wanted);
    },
  };
}
