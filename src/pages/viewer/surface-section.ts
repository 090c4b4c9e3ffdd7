import { differenceColour, errorColour, type Rgb, roundLimit, seenColour } from './colours.ts';
import { differenceFrom, mirrorOf } from './comparison.ts';
import { type Choice, choices, make, section } from './dom.ts';
import { quantile } from './measure/distance-map.ts';
import { searchesOf } from './model.ts';
import type { Pair } from './pair.ts';
import type { Figure, Stage } from './stage.ts';

type Look = 'texture' | 'clay' | 'seen' | 'error' | 'mirror' | 'change';

/** How the surface is coloured, and what the colours mean. */
export function surfaceSection(
  stage: Stage,
  figures: readonly Figure[],
  pair: Pair | undefined,
  say: (sentence: string) => void,
) {
  const legend = make('div', { class: 'legend', hidden: true });
  const hasAll = (name: 'seen' | 'errorsMm') => figures.every(({ model }) => model[name] !== undefined);
  const looks: Choice<Look>[] = [
    { value: 'texture', text: 'Photo colours' },
    { value: 'clay', text: 'Plain clay' },
    ...(hasAll('seen') ? [{ value: 'seen' as const, text: 'What no photo showed' }] : []),
    ...(hasAll('errorsMm') ? [{ value: 'error' as const, text: 'Expected error' }] : []),
    { value: 'mirror', text: 'Left against right' },
    ...(pair ? [{ value: 'change' as const, text: 'Change from the first to the second' }] : []),
  ];
  const explain = (kind: string, ...words: string[]) => {
    legend.hidden = false;
    legend.className = `legend ${kind}`;
    legend.replaceChildren(make('div', { class: 'scale' }), ...words.map((word) => make('span', {}, word)));
  };
  const paint = (figure: Figure, colourOf: (vertex: number) => Rgb) =>
    stage.shade(figure, { kind: 'colours', colourOf });
  const paintDifference = (figure: Figure, mm: Float32Array, limitMm: number) =>
    paint(figure, (vertex) => differenceColour(mm[vertex]!, limitMm));

  const show: Readonly<Record<Look, () => void>> = {
    texture: () => {
      for (const figure of figures) stage.shade(figure, { kind: 'texture' });
    },
    clay: () => {
      for (const figure of figures) stage.shade(figure, { kind: 'clay' });
    },
    seen: () => {
      for (const figure of figures) paint(figure, (vertex) => seenColour(figure.model.seen![vertex]!));
      explain('seen', 'no photo', 'photos show it');
    },
    error: () => {
      const limit = roundLimit(Math.max(...figures.map(({ model }) => quantile(model.errorsMm!, 0.95))));
      for (const figure of figures) paint(figure, (vertex) => errorColour(figure.model.errorsMm![vertex]!, limit));
      explain('error', '0 mm', `${limit} mm and more`);
      say('Of 100 such places 95 are at most so far from the person.');
    },
    mirror: () => {
      const found = figures.map(({ model }) => {
        const { surface } = model.measured();
        return differenceFrom(surface, searchesOf(mirrorOf(surface)).findNearest);
      });
      const limit = limitOf(found);
      figures.forEach((figure, i) => {
        if (found[i] !== undefined) paintDifference(figure, found[i].mm, limit);
      });
      explain('difference', `−${limit} mm`, 'as the other side', `+${limit} mm`);
      const [first] = found;
      say(
        first === undefined
          ? 'The two sides are too different to be laid on one another.'
          : `Half of the places differ from the other side by less than ${first.medianMm.toFixed(1)} mm, 95 of 100 by less than ${first.mostMm.toFixed(1)} mm. Red stands out further.${greyOf(found)}`,
      );
    },
    change: () => {
      const { before, after, laid } = pair!;
      const found = laid();
      if (found === undefined) return say('The two models are too different to be laid on one another.');
      const limit = limitOf([found]);
      stage.shade(before, { kind: 'clay' });
      paintDifference(after, found.mm, limit);
      explain('difference', `−${limit} mm, less`, 'the same', `+${limit} mm, more`);
      say(
        `Laid on one another by what has not changed. Half of the places moved by less than ${found.medianMm.toFixed(1)} mm, 95 of 100 by less than ${found.mostMm.toFixed(1)} mm.${greyOf([found])}`,
      );
    },
  };
  let now: Look = 'texture';
  const look = (wanted: Look) => {
    now = wanted;
    legend.hidden = true;
    say('');
    show[wanted]();
  };
  return {
    element: section('Surface', choices<Look>('Surface colours', looks, now, look).element, legend),
    /** For a figure that is new or has changed. */
    again: () => look(now),
  };
}

/** What grey means, where there is some. */
const greyOf = (found: readonly ({ mm: Float32Array } | undefined)[]): string =>
  found.some((one) => one?.mm.some(Number.isNaN)) ? ' Grey is not in both, and is not counted.' : '';

const limitOf = (found: readonly ({ mostMm: number } | undefined)[]): number =>
  roundLimit(Math.max(1, ...found.map((one) => one?.mostMm ?? 0)));
