import type { ViewerFacts } from '../../contract/viewer.ts';
import { acceptSection } from './accept-section.ts';
import { compareSection } from './compare-section.ts';
import { button, make, section } from './dom.ts';
import { figureOf } from './figure.ts';
import { bindKeys, KEYS } from './keys.ts';
import { drawMarks, FAINT } from './marks.ts';
import { measureSection } from './measure-section.ts';
import type { Model } from './model.ts';
import { pairOf } from './pair.ts';
import { photoSection } from './photo-section.ts';
import { pictureSection } from './picture-section.ts';
import { simulationSection } from './simulation-section.ts';
import { createStage } from './stage.ts';
import { surfaceSection } from './surface-section.ts';
import { STANDARD_VIEWS, viewName } from './views.ts';
import {
  DOUBT_NOTE,
  daysAndWaysOf,
  daysOf,
  otherWayNote,
  ownErrors,
  PROMISE,
  samePhotosNote,
  shortLabels,
  titleOf,
  volumesOf,
} from './words.ts';

/** Builds the page round the picture. `unsaved` is what can still be saved once the model is closed. */
export function openViewer(facts: ViewerFacts, models: readonly Model[]): { unsaved: () => Node[] } {
  const canvas = make('canvas', {
    class: 'model',
    tabindex: '0',
    role: 'application',
    'aria-label': '3D model',
    'aria-describedby': 'keys',
  });
  const overlay = make('canvas', { class: 'marks', hidden: true, 'aria-hidden': 'true' });
  const photo = make('img', { class: 'photo', hidden: true, alt: '' });
  const cross = make('div', { class: 'cross', hidden: true, 'aria-hidden': 'true' });
  const names = make('div', { class: 'names' });
  const promise = make('p', { class: 'promise', hidden: true }, PROMISE);
  const picture = make(
    'div',
    { class: 'picture' },
    names,
    make('div', { class: 'scene' }, canvas, photo, overlay, cross),
    promise,
  );
  const status = make('output', { class: 'status' });
  const say = (sentence: string) => {
    status.textContent = sentence;
  };
  const panel = make('div', { class: 'panel' });
  // What was said has its own room, as it would hide what is scrolled behind it.
  document.body.replaceChildren(
    make('main', { class: 'viewer' }, picture, make('div', { class: 'side' }, panel, status)),
  );

  const stage = createStage(canvas, () => {
    const marks = measures.marks();
    if (marks.length > 0 || !overlay.hidden) {
      // A new size also empties it.
      overlay.width = canvas.width;
      overlay.height = canvas.height;
      const scale = canvas.width / Math.max(1, canvas.clientWidth);
      drawMarks(overlay.getContext('2d')!, stage, marks, { scale, hidden: FAINT });
      overlay.hidden = marks.length === 0;
    }
    measures.placeCross();
    photos.place();
    namePanes();
    promise.hidden = plans().length === 0;
  });
  const plans = () => simulation?.lines(stage.figures()) ?? [];
  let paneNames = '';
  const namesNow = () => {
    const each = [...stage.figures().map((one) => labels.get(one) ?? ''), ...photos.nameBeside()];
    return labels.size < 2 && each.length < 2 ? [] : each;
  };
  const namePanes = () => {
    const named = namesNow();
    if (named.join('\n') === paneNames) return;
    paneNames = named.join('\n');
    names.replaceChildren(...named.map((one) => make('p', { class: 'name' }, one)));
  };
  const figures = models.map(figureOf);
  const shortNames = shortLabels(facts.models);
  const labels = new Map(figures.map((figure, i) => [figure, shortNames[i]!]));
  const pair = figures.length > 1 ? pairOf(figures[0]!, figures[1]!) : undefined;
  const surface = surfaceSection(stage, figures, { pair, labels: shortNames, errors: ownErrors(facts.models) }, say);
  const measures = measureSection({
    ...{ stage, cross, say, type: facts.type },
    simulated: (figure, points) => simulation?.simulated(figure, points),
    onVolumesOpened: () => simulation?.showWaiting(),
    models: figures.map((figure, i) => ({ figure, label: facts.models[i]!.label })),
  });
  const photos = photoSection({
    ...{ stage, figures, models: facts.models, labels: shortNames, picture: photo, say },
    onShow: (shown) => (comparison ? comparison.show(shown) : simulation?.leave()),
  });
  const comparison =
    pair && compareSection({ stage, pair, labels: shortNames, beforeShown: () => photos.leave(), say });
  const simulation =
    pair === undefined && facts.type === 'mammo'
      ? simulationSection({
          ...{ stage, measures, say, facts, figure: figures[0]! },
          onFigure: (figure) => {
            figures.push(figure);
            labels.set(figures[0]!, 'As it is').set(figure, 'With implants: an illustration');
          },
          onChanged: surface.again,
          beforeShown: () => photos.leave(),
        })
      : undefined;
  if (comparison === undefined) stage.show([figures[0]!]);
  bindKeys(stage, { onPoint: measures.pointAtCross, onEscape: measures.stop });

  const title = titleOf(facts);
  const days = daysOf(facts.models);
  const notes = [
    ...facts.models.flatMap(({ note }) => note ?? []),
    ...samePhotosNote(facts.models),
    ...otherWayNote(facts.models),
  ];
  document.title = `${title} · 3D model`;
  panel.append(
    make('h1', {}, facts.name ?? title),
    ...(facts.name === undefined ? [] : [make('p', {}, title)]),
    ...daysAndWaysOf(facts.models).map((line) => make('p', {}, line)),
    ...notes.map((note) => make('p', { class: 'note' }, note)),
    ...(comparison ? [comparison.element] : []),
    section(
      'View',
      make(
        'div',
        { class: 'buttons' },
        ...STANDARD_VIEWS.map(({ name, from }) => button(name, () => stage.lookFrom(from))),
      ),
    ),
    measures.element,
    surface.element,
    ...(photos.element ? [photos.element] : []),
    measures.kept,
    ...(simulation ? [simulation.element] : []),
    pictureSection({
      ...{ stage, drawPhoto: photos.drawOn, title, days, notes, clinic: facts.clinic, say, marks: measures.marks },
      ...{ names: namesNow, labelOf: (figure) => labels.get(figure)!, found: measures.lines },
      colours: { onPaper: surface.explained, inPicture: surface.scale },
      view: () => photos.view() ?? viewName(stage.seenFrom()),
      more: () => [
        ...facts.models.flatMap((model, i) => (stage.figures().includes(figures[i]!) ? volumesOf(model, facts) : [])),
        ...plans(),
      ],
    }),
    ...(facts.acceptance ? [acceptSection(facts.acceptance, pair && shortNames[0], say)] : []),
    aboutSection(facts),
  );
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const paint = () => {
    stage.setBackground(dark.matches ? '#1b2226' : '#e8ecee');
    stage.redraw();
  };
  dark.addEventListener('change', paint);
  paint();
  // They take room from the picture, so the first one knows them.
  namePanes();
  stage.lookFrom(STANDARD_VIEWS[0]!.from);
  return {
    unsaved: () => {
      const left = measures.unsaved();
      say('');
      return left.length === 0 ? [] : [...left, status];
    },
  };
}

function aboutSection({ models }: ViewerFacts): HTMLElement {
  const facts = models.flatMap((model) => [
    ...volumesOf(model, { models }),
    ...model.warnings.map((one) => `${models.length > 1 ? `${model.label}: ` : ''}${one}`),
  ]);
  return section(
    'About this model',
    ...(facts.length === 0 ? [] : [make('ul', {}, ...facts.map((one) => make('li', {}, one)))]),
    make('p', {}, DOUBT_NOTE),
    make('p', { id: 'keys' }, KEYS),
  );
}
