import type { ViewerFacts } from '../../contract/viewer.ts';
import { choices, section } from './dom.ts';
import type { Figure } from './figure.ts';
import { workOut } from './page-state.ts';
import type { Pair } from './pair.ts';
import type { Stage } from './stage.ts';

/** Which of two models is shown, or both under one camera. */
export function compareSection(stage: Stage, pair: Pair, { models }: ViewerFacts, beforeShown: () => void) {
  const figures = [pair.before, pair.after];
  const all = [
    ...figures.map((figure, i) => ({ value: [figure], text: `Only ${models[i]!.label}` })),
    { value: [...figures], text: 'Side by side' },
  ];
  let latest: readonly Figure[] = all[0]!.value;
  const shown = choices('Shown models', all, latest as Figure[], (chosen) => {
    beforeShown();
    latest = chosen;
    void workOut(() => {
      pair.laid();
      // Meanwhile another choice may have been made.
      if (latest === chosen) stage.show(chosen);
    });
  });
  return {
    element: section('Two models', shown.element),
    show: (wanted: readonly Figure[]) => {
      latest = wanted;
      const same = all.find(
        ({ value }) => value.length === wanted.length && value.every((one, i) => one === wanted[i]),
      );
      if (same !== undefined) shown.show(same.value);
      stage.show(wanted);
    },
  };
}
