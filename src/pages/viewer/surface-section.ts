import { differenceColour, errorColour, type Rgb, roundLimit, seenColour } from './colours.ts';
import { TOO_DIFFERENT } from './compare-section.ts';
import type { Difference } from './comparison.ts';
import { type Choice, choices, make, section } from './dom.ts';
import type { Figure } from './figure.ts';
import { quantile } from './measure/distance-map.ts';
import { mirrorDifference } from './mirror-difference.ts';
import { workOut } from './page-state.ts';
import type { Pair } from './pair.ts';
import type { Stage } from './stage.ts';

type Look = 'texture' | 'clay' | 'seen' | 'error' | 'mirror' | 'change';

/** What colours mean: they go from the first word to the last. */
export interface ColourScale {
  /** From 0 to 1. */
  colourOf(share: number): Rgb;
  words: readonly string[];
  /** What else there is to say of the colours. */
  remarks: readonly string[];
}

/** What is worked out first, for a second or more. */
const COMPARISONS: readonly Look[] = ['mirror', 'change'];

/** How the surface is coloured, and what the colours mean. */
export function surfaceSection(
  stage: Stage,
  figures: readonly Figure[],
  { pair, labels, errors }: { pair: Pair | undefined; labels: readonly string[]; errors: readonly string[] },
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
    ...(pair ? [{ value: 'change' as const, text: `Change from ${labels[0]} to ${labels[1]}` }] : []),
  ];
  let scale: Pick<ColourScale, 'colourOf' | 'words'> | undefined;
  let grey: string[] = [];
  const explain = (kind: string, colourOf: ColourScale['colourOf'], ...words: string[]) => {
    scale = { colourOf, words };
    grey = [];
    legend.hidden = false;
    legend.className = `legend ${kind}`;
    legend.replaceChildren(make('div', { class: 'scale' }), ...words.map((word) => make('span', {}, word)));
  };
  const explainGrey = (found: readonly (Difference | undefined)[], words: string) => {
    if (!found.some((one) => one?.mm.some(Number.isNaN))) return;
    grey = [`not compared: ${words}`];
    legend.append(make('p', { class: 'grey' }, make('span', { class: 'swatch' }), ...grey));
  };
  const paint = (figure: Figure, colourOf: (vertex: number) => Rgb) =>
    stage.shade(figure, { kind: 'colours', colourOf });
  const paintDifference = (figure: Figure, mm: Float32Array, limitMm: number) =>
    paint(figure, (vertex) => differenceColour(mm[vertex]!, limitMm));

  /** Each shows a look and gives what there is to say about it. */
  const show: Readonly<Record<Look, () => string>> = {
    texture: () => {
      for (const figure of figures) stage.shade(figure, { kind: 'texture' });
      return '';
    },
    clay: () => {
      for (const figure of figures) stage.shade(figure, { kind: 'clay' });
      return '';
    },
    seen: () => {
      for (const figure of figures) paint(figure, (vertex) => seenColour(figure.model.seen![vertex]!));
      explain('seen', seenColour, 'no photo', 'photos show it');
      return '';
    },
    error: () => {
      const limit = roundLimit(Math.max(...figures.map(({ model }) => quantile(model.errorsMm!, 0.95))));
      for (const figure of figures) paint(figure, (vertex) => errorColour(figure.model.errorsMm![vertex]!, limit));
      explain('error', (share) => errorColour(share, 1), '0 mm', `${limit} mm and more`);
      return 'Of 100 such places 95 are at most so far from the person.';
    },
    mirror: () => {
      const found = figures.map(({ model }) => mirrorDifference(model.measured().surface));
      const limit = limitOf(found);
      figures.forEach((figure, i) => {
        if (found[i] === undefined) stage.shade(figure, { kind: 'clay' });
        else paintDifference(figure, found[i].mm, limit);
      });
      const [first] = found;
      if (first === undefined) return 'The two sides are too different to be laid on one another.';
      explain('difference', fromLessToMore, `−${limit} mm`, 'as the other side', `+${limit} mm`);
      explainGrey(found, 'the edge of the model, and what one side alone has');
      return `Half of the places differ from the other side by less than ${first.medianMm.toFixed(1)} mm, 95 of 100 by less than ${first.mostMm.toFixed(1)} mm. Red stands out further.`;
    },
    change: () => {
      const { before, after, laid } = pair!;
      const found = laid();
      if (found === undefined) return TOO_DIFFERENT;
      const limit = limitOf([found]);
      stage.shade(before, { kind: 'clay' });
      paintDifference(after, found.mm, limit);
      explain('difference', fromLessToMore, `−${limit} mm, less`, 'the same', `+${limit} mm, more`);
      explainGrey([found], 'what no photo showed, edges, and what one model alone has');
      const moved = `Half of the places moved by less than ${found.medianMm.toFixed(1)} mm, 95 of 100 by less than ${found.mostMm.toFixed(1)} mm.`;
      return ['Laid on one another by what has not changed.', moved, ...errors].join(' ');
    },
  };
  let now: Look = 'texture';
  let shown = 0;
  /** About the look that is shown. */
  let said = '';
  const showNow = (tell: (sentence: string) => void) => {
    shown++;
    const wanted = shown;
    const run = () => {
      // Meanwhile another one may have been chosen.
      if (wanted !== shown) return;
      legend.hidden = true;
      said = show[now]();
      tell(said);
    };
    if (!COMPARISONS.includes(now)) return run();
    tell('Comparing …');
    void workOut(run);
  };
  const look = (wanted: Look) => {
    now = wanted;
    showNow(say);
  };
  return {
    element: section('Surface', choices<Look>('Surface colours', looks, now, look).element, legend),
    /** For a figure that is new or has another shape; what was said before stays. */
    again: () => showNow(() => {}),
    /** For paper: what the colours mean; nothing for those of photos and clay. */
    explained: (): Node[] => (legend.hidden ? [] : [legend.cloneNode(true), make('p', {}, said)]),
    /** The same for a picture. */
    scale: (): ColourScale | undefined =>
      legend.hidden || scale === undefined
        ? undefined
        : { ...scale, remarks: [...grey.map((one) => `Grey: ${one}.`), said].filter((one) => one !== '') },
  };
}

const fromLessToMore = (share: number) => differenceColour(share * 2 - 1, 1);

const limitOf = (found: readonly (Difference | undefined)[]): number =>
  roundLimit(Math.max(1, ...found.map((one) => one?.nearlyAllMm ?? 0)));
