import { IMPLANT_BRANDS, IMPLANT_CATEGORIES, IMPLANT_PROFILES, inventedImplant } from '../../contract/implants.ts';
import { type Implant, SIDES, type Side } from '../../contract/simulation.ts';
import { LINE_POINTS, type SimulationLines } from '../../contract/simulation-lines.ts';
import type { ViewerFacts } from '../../contract/viewer.ts';
import { choices, make, section } from './dom.ts';
import { type Figure, figureOf } from './figure.ts';
import { implantChoice } from './implant-choice.ts';
import { nameOf, sizeOf, tooWide } from './implant-size.ts';
import type { Simulated } from './keep-findings.ts';
import { type Augmentation, augmentation, augmentedPositions, baseWidthM, sideOf } from './measure/augment.ts';
import { movedPlace } from './measure/shares.ts';
import type { SurfacePoint } from './measure/surface.ts';
import { toMicron, type Vec3 } from './measure/vector.ts';
import type { Enclosed } from './measure-section.ts';
import { movedModel } from './moved-model.ts';
import { type Chosen, type LinesFile, savedSection } from './saved-section.ts';
import type { Stage } from './stage.ts';
import { PROMISE } from './words.ts';

interface Parts {
  stage: Stage;
  figure: Figure;
  facts: Pick<ViewerFacts, 'simulations' | 'catalogue'>;
  measures: {
    enclosedOn(figure: Figure): Enclosed[];
    enclosedBy(figure: Figure, line: readonly Vec3[]): Enclosed[];
    volumesFile(figure: Figure): LinesFile;
    keptInRecord(figure: Figure, lines: readonly (readonly Vec3[])[]): void;
  };
  /** A figure to be coloured and named like the others, from now on. */
  onFigure(figure: Figure): void;
  /** It has another shape. */
  onChanged(): void;
  beforeShown(): void;
  say(sentence: string): void;
}

const VOLUMES_CC = [150, 200, 250, 300, 350, 400, 450, 500];
const INVENTED: readonly Implant[] = IMPLANT_CATEGORIES.filter(({ surface }) => surface === 'Microtextured').flatMap(
  (category, i) =>
    IMPLANT_PROFILES.flatMap((profile) =>
      VOLUMES_CC.map((cc) => inventedImplant(cc, { category, profile, brand: IMPLANT_BRANDS[i]!, white: false })),
    ),
);

/** What an implant might add: the breasts inside the lines of the volumes grow by its volume. */
export function simulationSection({ stage, figure, facts, measures, onFigure, onChanged, beforeShown, say }: Parts) {
  const chosen: Partial<Record<Side, { implant: Implant; enclosed: Enclosed; grown: Augmentation }>> = {};
  let simulated: Figure | undefined;
  /** Of a simulation in the record, while its implants are shown. */
  let name = '';
  /** A simulation of the record that could not be shown without lines round the breasts. */
  let waiting: { implants: Chosen; known: string } | undefined;
  /** Whose implant was chosen last and could not be shown, and why. */
  let takenBack: { side: Side; because: string; isEnclosed: boolean } | undefined;
  const whyNone = (): string => {
    if (takenBack === undefined) return 'Choose an implant first.';
    const { side, because, isEnclosed } = takenBack;
    const isThere = measures.enclosedOn(figure).some(({ patch }) => sideOf(patch) === side);
    if (isThere && !isEnclosed) return `Choose the implant for the ${side} breast again: the breast is enclosed now.`;
    return `The implant for the ${side} breast was taken back. ${because}`;
  };
  const slider = make('input', { type: 'range', min: '0', max: '100', value: '100', id: 'share', disabled: true });
  const shown = choices<'is' | 'with' | 'both'>(
    'Shown',
    [
      { value: 'is', text: 'As it is' },
      { value: 'with', text: 'With implants' },
      { value: 'both', text: 'Side by side' },
    ],
    'is',
    (which) => {
      beforeShown();
      show(which);
    },
  );
  const show = (which: 'is' | 'with' | 'both') => {
    shown.show(simulated === undefined ? 'is' : which);
    if (simulated === undefined) {
      if (which !== 'is') say(whyNone());
      return stage.show([figure]);
    }
    stage.show({ is: [figure], with: [simulated], both: [figure, simulated] }[which]);
  };
  const update = () => {
    const { surface } = figure.model.measured();
    const parts = Object.values(chosen).map(({ grown }) => grown);
    const isMoved = (vertex: number) => parts.some(({ byM }) => byM[surface.sameAs[vertex]!] !== 0);
    const positions = augmentedPositions(surface, parts, Number(slider.value) / 100);
    const model = movedModel(figure.model, positions, isMoved, simulated?.model);
    if (simulated === undefined) {
      simulated = figureOf(model);
      onFigure(simulated);
    } else simulated.model = model;
    stage.redraw();
  };
  /**
   * Puts these implants, known by a name or not, into the breasts inside lines that are on the model, else inside these;
   * tells whether they could be.
   */
  const choose = (wanted: Chosen, kept: readonly Enclosed[], known = ''): boolean => {
    const enclosed = [...measures.enclosedOn(figure), ...kept];
    const found = SIDES.map((side) => {
      const implant = wanted[side];
      if (implant === undefined) return { side };
      const within = enclosed.find(({ patch }) => sideOf(patch) === side);
      return {
        side,
        implant,
        within,
        grown: within && augmentation(figure.model.measured().surface, within.patch, sizeOf(implant)),
      };
    });
    const open = found.find(({ implant, grown }) => implant !== undefined && grown === undefined);
    if (open !== undefined) {
      if (open.within === undefined && known !== '') waiting = { implants: wanted, known };
      const because =
        open.within === undefined
          ? `First enclose the ${open.side} breast on the model as it is, with Volume, or open saved notes and measures with that volume${known === '' ? '' : `, such as ${measures.volumesFile(figure).name}: ${known} is shown then`}.`
          : `The line round the ${open.side} breast is too tight for an implant.`;
      takenBack = known === '' ? { side: open.side, because, isEnclosed: open.within !== undefined } : undefined;
      say(because);
      return false;
    }
    name = known;
    waiting = takenBack = undefined;
    for (const { side, implant, within, grown } of found) {
      delete chosen[side];
      if (implant && within && grown) chosen[side] = { implant, enclosed: within, grown };
      selects[side].show(implant);
      selects[side].warn(implant && within ? tooWide(implant, baseWidthM(within.patch)) : '');
    }
    slider.disabled = Object.keys(chosen).length === 0;
    update();
    onChanged();
    beforeShown();
    show(slider.disabled ? 'is' : 'both');
    say(describe(chosen));
    return true;
  };
  const share = () => (slider.value === '100' ? '' : `, ${slider.value} % of it`);
  const now = (): Chosen => ({ left: chosen.left?.implant, right: chosen.right?.implant });
  const enclosedNow = () => Object.values(chosen).map(({ enclosed }) => enclosed);
  /** Shows a simulation of the record, with its own lines where they are of this model. */
  const showSaved = async (implants: Chosen, known: string, lines?: SimulationLines) => {
    const isOfThis = lines !== undefined && lines.sha256 === (await figure.model.sha256);
    choose(implants, isOfThis ? lines.lines.flatMap((line) => measures.enclosedBy(figure, line)) : [], known);
  };
  /** What the service can keep of the lines round the breasts with implants. */
  const linesNow = async (): Promise<SimulationLines | undefined> => {
    const lines = enclosedNow().map(({ line }) => line.map(toMicron));
    if (!simulations?.keepsLines || lines.some(({ length }) => length > LINE_POINTS.most)) return undefined;
    return { sha256: await figure.model.sha256, lines };
  };
  slider.addEventListener('input', update);
  // Colours that tell of the shape follow once the slider rests.
  slider.addEventListener('change', onChanged);
  const choiceFor = (side: Side) =>
    implantChoice(side, facts.catalogue ?? INVENTED, (implant) => {
      if (!choose({ ...now(), [side]: implant }, enclosedNow())) selects[side].show(now()[side]);
    });
  const selects = { left: choiceFor('left'), right: choiceFor('right') };
  const { simulations } = facts;
  const saved =
    simulations &&
    savedSection(simulations, {
      ...{
        chosen: now,
        whyNone,
        lines: linesNow,
        onShow: showSaved,
        linesFile: () => measures.volumesFile(figure),
        say,
      },
      onListed: async (all) => {
        const sha256 = await figure.model.sha256;
        measures.keptInRecord(
          figure,
          all.flatMap(({ lines }) => (lines?.sha256 === sha256 ? lines.lines : [])),
        );
      },
      onSaved: (known, implants) => {
        if (SIDES.every((side) => implants[side] === now()[side])) name = known;
      },
    });
  const element = section(
    'Simulation',
    make('p', {}, aboutSimulations(facts)),
    ...SIDES.map((side) => selects[side].element),
    make('label', { for: slider.id }, 'From none to full'),
    slider,
    shown.element,
    ...(saved ? [saved] : []),
  );
  return {
    element,
    /** Shows what waited for lines that are there now. */
    showWaiting: () => {
      if (waiting !== undefined) choose(waiting.implants, [], waiting.known);
    },
    /** Shows the model alone, as it is. */
    leave: () => show('is'),
    /** What is simulated, as far as the figure that shows it is one of these. */
    lines: (figures: readonly Figure[]) =>
      simulated !== undefined && figures.includes(simulated) && !slider.disabled
        ? [
            `${describe(chosen)}${share()}`,
            SIDES_MEANT,
            ...(facts.catalogue === undefined ? [NO_PRODUCTS] : []),
            PROMISE,
          ]
        : [],
    /** What a finding at these points keeps of the simulation, if it is on that. */
    simulated: (on: Figure, points: readonly SurfacePoint[]): Simulated | undefined => {
      if (on !== simulated) return undefined;
      return {
        name: `${name || implantsOf(chosen) || 'no implants'}${share()}`,
        figure,
        places: points.map((point) => movedPlace(point, on.model, figure.model)),
      };
    },
  };
}

/** Who takes a picture home does not read the page. */
const SIDES_MEANT = 'Left and right are those of the patient.';
const NO_PRODUCTS = 'The implants are invented, and no products.';

function aboutSimulations({ simulations, catalogue }: Parts['facts']): string {
  const implants = catalogue === undefined ? ' The implants are invented.' : '';
  const end = simulations?.canSave ? '' : ' It is not kept.';
  return `An illustration: the skin inside a line made with Volume moves out by as much as an implant holds. It does not know skin, muscle or gravity.${implants}${end}`;
}

function describe(chosen: Partial<Record<Side, { implant: Implant }>>): string {
  const implants = implantsOf(chosen);
  return implants === '' ? '' : `An illustration: ${implants}`;
}

const implantsOf = (chosen: Partial<Record<Side, { implant: Implant }>>): string =>
  Object.entries(chosen)
    .map(([side, { implant }]) => `${side} ${nameOf(implant)}`)
    .join('; ');
