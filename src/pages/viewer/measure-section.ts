import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { button, make, section } from './dom.ts';
import type { Figure } from './figure.ts';
import { findingOf, KINDS, type Kind, LEAST, MOST_NOTE_LETTERS, POINTS } from './findings.ts';
import { type Found, keepFindings, type Simulated } from './keep-findings.ts';
import type { Marked } from './marks.ts';
import { sideOf } from './measure/augment.ts';
import { movedPlace } from './measure/shares.ts';
import type { SurfacePoint } from './measure/surface.ts';
import { distance, type Vec3 } from './measure/vector.ts';
import type { Patch } from './measure/volume.ts';
import { PlainError } from './plain-error.ts';
import type { Stage } from './stage.ts';

interface Parts {
  stage: Stage;
  type: ReconstructionType | undefined;
  /** The models as they were read, and what they are called. */
  models: readonly { figure: Figure; label: string }[];
  /** What a figure simulates, with these points of it; undefined for a model as it is. */
  simulated(figure: Figure, points: readonly SurfacePoint[]): Simulated | undefined;
  /** Where Enter puts a point. */
  cross: HTMLElement;
  /** Volumes of a file are there. */
  onVolumesOpened(): void;
  say(sentence: string): void;
}

/** What a closed line encloses, and the points that it was drawn through. */
export interface Enclosed {
  line: readonly Vec3[];
  patch: Patch;
}

const NAMES: Readonly<Record<Kind, string>> = {
  distance: 'Distance',
  angle: 'Angle',
  girth: 'Girth',
  volume: 'Volume',
  note: 'Note',
};
const asksFor = (type: ReconstructionType | undefined): Readonly<Record<Kind, string>> => ({
  distance: 'Click two points on the model.',
  angle: 'Click three points; the angle is at the second one.',
  girth: 'Click a point at the height of the girth.',
  volume: `Click some twelve points round ${type === 'mammo' ? 'the base of a breast' : 'what is measured'}, then Close the line.`,
  note: 'Now click where the note belongs.',
});
const TYPE_NOTE = 'Type the note, then click where it belongs.';
/** A place further than this from the skin is not on it, metres. */
const OFF_M = 1e-4;
/** A pointer that moved further than this has turned the model. */
const STILL_PX = 5;

/** Measures and notes: points that are put on the model, and what was found there. */
export function measureSection({ stage, type, models, simulated, cross, onVolumesOpened, say }: Parts) {
  const asks = asksFor(type);
  const found: Found[] = [];
  let begun: { kind: Kind; figure?: Figure; points: SurfacePoint[] } | undefined;
  const list = make('ol', { class: 'findings' });
  const noteText = make('input', {
    id: 'note',
    type: 'text',
    maxlength: String(MOST_NOTE_LETTERS),
    autocomplete: 'off',
  });
  const close = button('Close the line', () => finish(), { hidden: true });
  const cancel = button('Stop', () => stop(), { hidden: true });

  const begin = (kind: Kind) => {
    prepare(kind);
    if (isWithoutText()) {
      noteText.focus();
      return say(TYPE_NOTE);
    }
    // On a narrow screen it may have been scrolled away.
    stage.canvas.focus();
    say(asks[kind]);
  };
  const isWithoutText = () => begun?.kind === 'note' && noteText.value.trim() === '';
  const prepare = (kind: Kind) => {
    begun = { kind, points: [] };
    cross.hidden = false;
    placeCross();
    cancel.hidden = false;
    close.hidden = kind !== 'volume';
    for (const one of buttons) one.setAttribute('aria-pressed', String(one.dataset['kind'] === kind));
    // Points of a measure that was begun before are gone.
    stage.redraw();
  };
  const stop = () => {
    begun = undefined;
    cross.hidden = cancel.hidden = close.hidden = true;
    for (const one of buttons) one.setAttribute('aria-pressed', 'false');
    say('');
    stage.redraw();
  };
  const finish = () => {
    if (begun?.figure === undefined || begun.points.length < LEAST[begun.kind]) {
      return say(`At least ${LEAST[begun?.kind ?? 'volume']} points are needed.`);
    }
    const { kind, figure, points } = begun;
    const simulation = simulated(figure, points);
    const one = {
      ...foundAt(figure, kind, points, kind === 'note' ? noteText.value.trim() : ''),
      ...(simulation && { simulation }),
    };
    stop();
    noteText.value = '';
    found.push(one);
    showList();
    say(lineOf(one, type));
  };
  const addPoint = (x: number, y: number) => {
    if (begun === undefined) return;
    if (isWithoutText()) {
      noteText.focus();
      return say(TYPE_NOTE);
    }
    const met = stage.pick(x, y);
    if (met === undefined) return say('There is no surface here.');
    if (begun.figure !== undefined && begun.figure !== met.figure) return say('All points belong on one model.');
    begun.figure = met.figure;
    begun.points.push(met.point);
    stage.redraw();
    if (begun.points.length >= POINTS[begun.kind]) finish();
    else say(`${asks[begun.kind]} ${begun.points.length} so far.`);
  };
  const middle = () => {
    const { x, y, width, height } = stage.paneOf(0);
    return { x: x + width / 2, y: y + height / 2 };
  };
  const placeCross = () => {
    const { x, y } = middle();
    Object.assign(cross.style, { left: `${x}px`, top: `${y}px` });
  };
  const showList = () => {
    list.replaceChildren(
      ...found.map((one, i) => {
        const words = [...(one.kind === 'note' ? [one.text] : one.lines), ...aboutSimulation(one)];
        const remove = button('Remove', () => {
          found.splice(i, 1);
          showList();
        });
        remove.setAttribute('aria-label', `Remove ${i + 1}`);
        const name = make('strong', {}, nameOf(one, type));
        const about = make('div', {}, name, ...words.map((word) => make('p', {}, word)));
        return make('li', {}, make('div', { class: 'finding' }, about, remove));
      }),
    );
    kept.tell();
    stage.redraw();
  };
  const buttons = KINDS.map((kind) =>
    button(NAMES[kind], () => begin(kind), { 'aria-pressed': 'false', 'data-kind': kind }),
  );
  // Whoever types a note wants one, whether or not the button was pressed first.
  noteText.addEventListener('input', () => {
    if (begun !== undefined) return;
    prepare('note');
    say(TYPE_NOTE);
  });
  noteText.addEventListener('keydown', ({ key, isComposing }) => {
    if (key === 'Escape') stop();
    if (key !== 'Enter' || isComposing) return;
    if (noteText.value.trim() === '') say(TYPE_NOTE);
    else begin('note');
  });
  const kept = keepFindings({
    ...{ models, found, say },
    findAgain: (figure, { kind, points, text, simulation: name }) => {
      const onModel = points.map((place) => pointOn(figure, place));
      const simulation = name === undefined ? {} : { simulation: { name, figure, places: points } };
      return { ...foundAt(figure, kind, onModel, text), ...simulation };
    },
    onOpened: (added) => {
      found.push(...added);
      showList();
      if (added.some(({ patch }) => patch !== undefined)) onVolumesOpened();
    },
  });
  let down: { x: number; y: number } | undefined;
  stage.canvas.addEventListener('pointerdown', ({ offsetX: x, offsetY: y }) => {
    down = { x, y };
  });
  stage.canvas.addEventListener('pointerup', ({ offsetX: x, offsetY: y }) => {
    if (down !== undefined && Math.hypot(x - down.x, y - down.y) < STILL_PX) addPoint(x, y);
    down = undefined;
  });
  return {
    element: section(
      'Measure and note',
      make('div', { class: 'buttons' }, ...buttons),
      make('label', { for: 'note' }, 'Text of the note'),
      noteText,
      make('div', { class: 'buttons' }, close, cancel),
      list,
    ),
    /** To save and open them. */
    kept: kept.element,
    unsaved: kept.unsaved,
    stop,
    /** Of two panes it stands in the first. */
    placeCross,
    pointAtCross: () => {
      const { x, y } = middle();
      addPoint(x, y);
    },
    /** What is drawn over the model. */
    marks: (): Marked[] => [
      ...found.map((one, i) => ({ ...one, points: pointsNow(one), number: String(i + 1) })),
      ...(begun?.figure === undefined
        ? []
        : [
            {
              figure: begun.figure,
              points: begun.points,
              curves: [begun.points.map(({ place }) => place)],
              number: '',
            },
          ]),
    ],
    /** The volumes on a figure, the newest first. */
    enclosedOn: (wanted: Figure): Enclosed[] =>
      found.flatMap((one) => (one.figure === wanted ? enclosedIn(one) : [])).reverse(),
    /** What a line encloses that was kept; nothing where it is not on the figure. */
    enclosedBy: (figure: Figure, line: readonly Vec3[]): Enclosed[] => {
      try {
        const points = line.map((place) => pointOn(figure, place));
        return enclosedIn(foundAt(figure, 'volume', points, ''));
      } catch (error) {
        if (error instanceof PlainError) return [];
        throw error;
      }
    },
    /** The file that holds the volumes of a figure, or would after a save. */
    volumesFile: (wanted: Figure) =>
      kept.fileOf(found.filter(({ figure, patch }) => figure === wanted && patch !== undefined)),
    keptInRecord: kept.inRecord,
    /** One line for each, with the number that its marks have. */
    lines: () => found.map((one, i) => ({ figure: one.figure, number: i + 1, line: lineOf(one, type) })),
  };
}

const lineOf = (one: Found, type: ReconstructionType | undefined) =>
  [`${nameOf(one, type)}: ${one.text || one.lines.join(', ')}`, ...aboutSimulation(one)].join('. ');

/** A drawn volume is told apart from those that came with the model; that of a breast has a side. */
function nameOf({ kind, patch }: Found, type: ReconstructionType | undefined): string {
  if (patch === undefined) return NAMES[kind];
  return `${NAMES[kind]} inside the drawn line${type === 'mammo' ? `, ${sideOf(patch)}` : ''}`;
}

const aboutSimulation = ({ simulation }: Found) => (simulation ? [`On a simulation: ${simulation.name}`] : []);

function foundAt(figure: Figure, kind: Kind, points: readonly SurfacePoint[], text: string): Found {
  const { errorsMm } = figure.model;
  const errorAt = errorsMm && ((vertex: number) => errorsMm[vertex]!);
  return { ...findingOf(kind, figure.model.measured(), points, errorAt), figure, text };
}

const enclosedIn = ({ points, patch }: Found): Enclosed[] =>
  patch === undefined ? [] : [{ line: points.map(({ place }) => place), patch }];

/** A note on a simulation moves with its skin. */
function pointsNow({ kind, figure, points, simulation }: Found): readonly SurfacePoint[] {
  if (kind !== 'note' || simulation === undefined || simulation.figure === figure) return points;
  return points.map(({ triangle }, i) => {
    const place = movedPlace({ place: simulation.places[i]!, triangle }, simulation.figure.model, figure.model);
    return { place, triangle };
  });
}

/** @throws PlainError where the place is not on the model */
function pointOn(figure: Figure, place: Vec3): SurfacePoint {
  const nearest = figure.model.measured().findNearest(place);
  if (distance(nearest.place, place) > OFF_M) throw new PlainError('has points that are not on the model');
  return { place, triangle: nearest.triangle };
}
