import { hiplineWay, measureWords } from '../../contract/measure-hints.ts';
import { findProvider, type Provider } from '../../contract/providers.ts';
import { isReconstructionType, VIEWS, type View } from '../../contract/reconstruction.ts';
import { viewName } from '../../contract/view-name.ts';
import { countryName } from '../../core/country.ts';
import { timeKind } from '../../core/seen-times.ts';
import { padCell, type TextWidth } from '../io/text-width.ts';
import type { Look, Theme } from '../io/theme.ts';
import { agoAndDate, roughDuration } from './ago.ts';
import { fieldOf, fieldText, itemsOf } from './field-text.ts';
import { modelState } from './model-state.ts';
import { typeName } from './patient-columns.ts';
import { printable } from './printable.ts';
import { stepText } from './step-text.ts';
import { usualTime } from './usual-time.ts';
import { brokenLines } from './wrapped.ts';

/** The second column begins here. */
const LABEL_WIDTH = 14;
/** A wider card is not read better. */
const WIDEST = 90;

export interface Paper {
  /** Cells of the terminal. */
  width: number;
  textWidth: TextWidth;
  theme: Theme;
  /** False for a screen reader, which would read them. */
  drawsLines: boolean;
  /** The service's time, epoch ms. */
  now: number;
}

type Fact = readonly [label: string, text: string];

/** What is known of a patient beside the record. */
export interface PageFacts {
  /** A service that keeps an earlier model while a generation goes. */
  isOurs?: boolean;
  /** When each generation was begun, epoch ms, by type; null: nobody has begun to make it. */
  begun?: ReadonlyMap<string, number | null> | undefined;
  /** Units by field. */
  units?: ReadonlyMap<string, string> | undefined;
  /** Why reconstructions failed, by type. */
  reasons?: ReadonlyMap<string, string> | undefined;
  /** What the service tells of models, by type. */
  notes?: ReadonlyMap<string, readonly Fact[]> | undefined;
  /** The links by which photos can be sent. */
  links?: readonly string[] | undefined;
  /** The after-records, each with the lines to type. */
  afters?: readonly (readonly string[])[] | undefined;
  /** The views of each model's photos, by type, where the service tells more than the interface shows. */
  photos?: Readonly<Record<string, readonly View[]>> | undefined;
  /** The provider that each model is made with, by type, where the service tells it. */
  providers?: Readonly<Record<string, string>> | undefined;
  /** How long models took here, by their kind. */
  seen?: ((kind: string) => number | undefined) | undefined;
  /** The measures that were read off each model, by type, where the service tells it. */
  computed?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Commands to type next, and what each is for. */
  steps?: readonly Fact[] | undefined;
}

/** A patient as a card, for a person at a terminal. */
export function patientPage(patient: unknown, facts: PageFacts, paper: Paper): string {
  const name = textOf(patient, 'name') || 'without a name';
  const models = itemsOf(fieldOf(patient, 'reconstructions'));
  const blocks = [
    [...nameLines(name, `patient ${textOf(patient, 'id')}`, paper), ...recordLines(patient, facts, paper)],
    ...models.map((one) => modelLines(one, facts, paper)),
    ...(models.length === 0 ? [[head({ title: 'No photos yet' }, paper)]] : []),
    ...nextLines(facts, paper),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** `Maria Silva  patient 7`, over more lines where it does not fit. */
function nameLines(name: string, id: string, { theme, width, textWidth }: Paper): string[] {
  const lines = brokenLines(name, width, textWidth);
  const last = lines.at(-1)!;
  const styled = lines.map(theme.bold);
  if (textWidth(last) + 2 + id.length > width) return [...styled, theme.dim(id)];
  return [...styled.slice(0, -1), `${theme.bold(last)}  ${theme.dim(id)}`];
}

const textOf = (record: unknown, name: string) => printable(fieldText(fieldOf(record, name)));

/** `label  value`, over as many lines as it takes; left out where there is no value. */
function line(label: string, value: string, { width, textWidth }: Paper, indent = 2): string[] {
  if (value === '') return [];
  const room = Math.max(20, Math.min(width, WIDEST) - LABEL_WIDTH - 2);
  const [first = '', ...more] = brokenLines(value, room, textWidth);
  const below = more.map((text) => `${' '.repeat(LABEL_WIDTH + 2)}${text}`);
  return [`${' '.repeat(indent)}${label.padEnd(LABEL_WIDTH - indent)}  ${first}`, ...below];
}

interface Head {
  title: string;
  state?: { text: string; look: Look };
  when?: string;
}

/** `── Face ── ready ───────── 2 h ago ──`, or the same words without lines. */
function head({ title, state, when = '' }: Head, { width, textWidth, theme, drawsLines }: Paper): string {
  const styled = state === undefined ? '' : theme[state.look](state.text);
  if (!drawsLines) return [theme.bold(title), styled, theme.dim(when)].filter((part) => part !== '').join('  ');
  const rule = (cells: number) => theme.dim('─'.repeat(Math.max(2, cells)));
  const taken = [title, state?.text ?? '', when].filter((text) => text !== '').map((text) => textWidth(text) + 2);
  const gaps = state === undefined ? 2 : 4;
  const left = Math.min(width, WIDEST) - taken.reduce((sum, one) => sum + one, 0) - gaps - (when === '' ? 0 : 2);
  const start = `${rule(2)} ${theme.bold(title)} ${state === undefined ? '' : `${rule(2)} ${styled} `}${rule(left)}`;
  return when === '' ? start : `${start} ${theme.dim(when)} ${rule(2)}`;
}

/** A number with its unit, where the service tells that. */
function measure(record: unknown, name: string, { units }: PageFacts): string {
  const value = textOf(record, name);
  const unit = units?.get(name);
  return value === '' || unit === undefined ? value : `${value} ${unit}`;
}

function recordLines(patient: unknown, facts: PageFacts, paper: Paper): string[] {
  const place = [
    textOf(patient, 'address'),
    [textOf(patient, 'postal_code'), textOf(patient, 'city')].filter(Boolean).join(' '),
    textOf(patient, 'state'),
    countryName(textOf(patient, 'country_iso')),
  ];
  const rows: Fact[] = [
    ['Phone', textOf(patient, 'phone')],
    ['E-mail', textOf(patient, 'email')],
    ['Address', place.filter(Boolean).join(', ')],
    ['Gender', textOf(patient, 'gender')],
    ['Height', measure(patient, 'height', facts)],
    ['Weight', measure(patient, 'weight', facts)],
    ['Changed', agoAndDate(textOf(patient, 'updated_at'), paper.now)],
    ...(facts.links ?? []).map((text): Fact => ['Link out', text]),
    ...(facts.afters ?? []).flatMap(([told = '', ...ways]): Fact[] => [
      ['After', told],
      ...ways.map((way): Fact => ['', way]),
    ]),
  ];
  return rows.flatMap(([label, value]) => line(label, value, paper));
}

const EARLIER = {
  'earlier model kept': 'an earlier one is kept; it is what view and download show',
  'earlier model': 'an earlier one is accepted; it is what view and download show',
} as const;

const TITLES: Readonly<Record<string, string>> = { mammo: 'Breasts', face: 'Face', body: 'Body' };

function modelLines(reconstruction: unknown, facts: PageFacts, paper: Paper): string[] {
  const reason = facts.reasons?.get(typeName(reconstruction));
  const state = modelState(reconstruction, paper.now, {
    isOurs: facts.isOurs ?? false,
    reason,
    begunAt: facts.begun?.get(typeName(reconstruction)),
  });
  const { type, look, kind, earlier, goingMs } = state;
  const measures = fieldOf(reconstruction, 'mesaures');
  const names = typeof measures === 'object' && measures !== null ? Object.keys(measures) : [];
  const provider = providerOf(type, facts);
  const rows: Fact[] = [
    ['Why', printable((kind === 'failed' && reason) || '')],
    ['Model', earlier === undefined ? '' : EARLIER[earlier]],
    // An accepted earlier model is ready, whatever became of them.
    [
      'Newer photos',
      kind === 'accepted' && earlier !== undefined
        ? `gave no model${reason === undefined ? '' : `: ${printable(reason)}`}`
        : '',
    ],
    ['Provider', provider?.title ?? ''],
    [
      'Time',
      goingMs === undefined ? '' : usualTime(goingMs, provider === undefined ? [] : [secondsOf(provider, facts)]),
    ],
    ['Measures', names.map((name) => measureText(type, name, measures, facts)).join(', ')],
    ...(facts.notes?.get(type) ?? []).map(([label, text]): Fact => [label, printable(text)]),
    ['Photos', photosText(reconstruction, { type, isOfEarlier: earlier !== undefined }, facts)],
  ];
  return [
    head(
      {
        title: TITLES[type] ?? type,
        state: { text: state.shortWord, look },
        when:
          goingMs === undefined
            ? agoAndDate(textOf(reconstruction, 'updated_at'), paper.now)
            : `started ${roughDuration(goingMs)} ago`,
      },
      paper,
    ),
    ...rows.flatMap(([label, value]) => line(label, value, paper)),
    ...itemsOf(fieldOf(reconstruction, 'simulations')).flatMap((one) => simulationLines(one, facts, paper)),
  ];
}

/** `left, front, 45° left`. Our own service shows those of the model that can be read; of others nobody knows that. */
function photosText(
  reconstruction: unknown,
  { type, isOfEarlier }: { type: string; isOfEarlier: boolean },
  { photos, isOurs = false }: PageFacts,
): string {
  const views = (photos?.[type] ?? shownViews(reconstruction)).map(viewName).join(', ');
  return views !== '' && isOfEarlier && isOurs ? `${views} (of the earlier model)` : views;
}

/** `ear size 6.3 cm (measured on the model)`; without that it was given. */
function measureText(type: string, name: string, measures: unknown, facts: PageFacts): string {
  const source = facts.computed?.[type]?.includes(name) ? ' (measured on the model)' : '';
  const way = hiplineWay(name, textOf(measures, name));
  return `${printable(measureWords(name))} ${measure(measures, name, facts)}${way === undefined ? '' : ` (${way})`}${source}`;
}

const secondsOf = ({ type, usualSeconds }: Provider, { seen }: PageFacts) =>
  seen?.(timeKind(type, usualSeconds)) ?? usualSeconds;

function providerOf(type: string, { providers }: PageFacts) {
  const number = providers?.[type];
  return number !== undefined && isReconstructionType(type) ? findProvider(type, number) : undefined;
}

const shownViews = (reconstruction: unknown) => VIEWS.filter((view) => textOf(reconstruction, view) !== '');

const categoryOf = (implant: unknown) => fieldOf(implant, 'implant_category');

/** What an implant has in words; its sizes stand below, with their units. */
const IMPLANT_ROWS: readonly [label: string, value: (implant: unknown) => unknown][] = [
  ['Brand', (implant) => fieldOf(fieldOf(categoryOf(implant), 'brand'), 'name')],
  ['Category', (implant) => fieldOf(categoryOf(implant), 'name')],
  ['Shape', (implant) => fieldOf(categoryOf(implant), 'shape')],
  ['Profile', (implant) => fieldOf(categoryOf(implant), 'profile')],
  ['Surface', (implant) => fieldOf(categoryOf(implant), 'surface')],
  ['Reference', (implant) => fieldOf(implant, 'reference')],
  // That an implant is not white tells nobody anything.
  ['White', (implant) => (fieldText(fieldOf(implant, 'white')) === 'true' ? 'yes' : undefined)],
];
const IMPLANT_SIZES = ['volume', 'diameter', 'projection', 'width', 'height'];

/** Both implants side by side. */
function simulationLines(simulation: unknown, facts: PageFacts, paper: Paper): string[] {
  const { width, textWidth, theme } = paper;
  const [left, right] = ['left_implant', 'right_implant'].map((side) => {
    const implant = fieldOf(simulation, side);
    // A side without an implant has one of 0 cm³.
    return Number(textOf(implant, 'volume') || 1) === 0 ? undefined : implant;
  });
  const rows = [
    ...IMPLANT_ROWS.map(([label, value]) => [label, fieldText(value(left)), fieldText(value(right))].map(printable)),
    ...IMPLANT_SIZES.map((name) => [
      `${name[0]!.toUpperCase()}${name.slice(1)}`,
      measure(left, name, facts),
      measure(right, name, facts),
    ]),
  ].filter(([, one, other]) => one !== '' || other !== '');
  const hasNone = [1, 2].map((at) => rows.every((row) => row[at] === ''));
  const [ofLeft, ofRight] = ['left', 'right'].map((name, at) => (hasNone[at] ? `${name}: no implant` : name));
  const room = Math.max(10, Math.min(width, WIDEST) - LABEL_WIDTH - 4);
  const widest = (texts: readonly string[]) => Math.max(5, ...texts.map(textWidth));
  const least = Math.min(widest([ofRight!, ...rows.map(([, , other = '']) => other)]), Math.floor(room / 2));
  const column = Math.min(widest([ofLeft!, ...rows.map(([, one = '']) => one)]), room - least);
  // One that a side lacks is a dash; a side without any says so above.
  const unknown = hasNone.includes(true) ? '' : '–';
  const cell = (text: string, cells: number) => brokenLines(text || unknown, cells, textWidth);
  const side = ([label = '', one = '', other = '']: readonly string[]) => {
    const [left, right] = [cell(one, column), cell(other, room - column)];
    return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => {
      const start = (at === 0 ? label : '').padEnd(LABEL_WIDTH - 4);
      return `    ${start}  ${padCell(left[at] ?? '', column, textWidth)}  ${right[at] ?? ''}`.trimEnd();
    });
  };
  const [id, name] = [`simulation ${textOf(simulation, 'id')}`, textOf(simulation, 'name')];
  return [
    '',
    name === '' ? `  ${theme.bold(id)}` : `  ${theme.bold(name)}  ${theme.dim(id)}`,
    ...line('About', textOf(simulation, 'description'), paper, 4),
    ...line('Changed', agoAndDate(textOf(simulation, 'updated_at'), paper.now), paper, 4),
    ...(rows.length === 0 ? [] : [...side(['', ofLeft!, ofRight!]).map(theme.dim), ...rows.flatMap(side)]),
  ];
}

/** Within the rules of the card. A command that is too long is broken as a shell takes it, so that it can be copied. */
function nextLines({ steps = [] }: PageFacts, paper: Paper): string[][] {
  if (steps.length === 0) return [];
  const lines = steps.map(([line, because]) =>
    stepText({ label: '  ', line, because }, { ...paper, width: Math.min(paper.width, WIDEST) }),
  );
  return [[head({ title: 'Next' }, paper), ...lines]];
}
