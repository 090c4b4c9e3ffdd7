import { progressOf, VIEWS } from '../../contract/reconstruction.ts';
import { cutCell, padCell, type TextWidth } from '../io/text-width.ts';
import type { Theme } from '../io/theme.ts';
import { fieldOf, fieldText, itemsOf } from './field-text.ts';
import { localTime } from './local-time.ts';
import { typeName } from './patient-columns.ts';
import { printable } from './printable.ts';

/** The second column begins here. */
const LABEL_WIDTH = 14;

export interface Paper {
  /** Cells of the terminal. */
  width: number;
  textWidth: TextWidth;
  theme: Theme;
}

/** A patient for a person at a terminal. */
export function patientPage(patient: unknown, paper: Paper): string {
  const { theme } = paper;
  const name = textOf(patient, 'name') || 'without a name';
  const blocks = [
    [theme.bold(`Patient ${textOf(patient, 'id')}  ${name}`), ...recordLines(patient)],
    ...itemsOf(fieldOf(patient, 'reconstructions')).map((one) => reconstructionLines(one, paper)),
  ];
  if (blocks.length === 1) blocks.push([theme.dim('No reconstructions.')]);
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const textOf = (record: unknown, name: string) => printable(fieldText(fieldOf(record, name)));

/** `label  value`, left out where there is no value. */
function line(label: string, value: string, indent = 2): string[] {
  return value === '' ? [] : [`${' '.repeat(indent)}${label.padEnd(LABEL_WIDTH - indent)}  ${value}`];
}

function recordLines(patient: unknown): string[] {
  const place = [
    textOf(patient, 'address'),
    [textOf(patient, 'postal_code'), textOf(patient, 'city')].filter(Boolean).join(' '),
    textOf(patient, 'state'),
    textOf(patient, 'country_iso'),
  ];
  return [
    ...line('E-mail', textOf(patient, 'email')),
    ...line('Phone', textOf(patient, 'phone')),
    ...line('Gender', textOf(patient, 'gender')),
    ...line('Address', place.filter(Boolean).join(', ')),
    ...line('Height', textOf(patient, 'height')),
    ...line('Weight', textOf(patient, 'weight')),
    ...line('Player id', textOf(patient, 'player_id')),
    ...line('Updated', localTime(textOf(patient, 'updated_at'))),
  ];
}

const TITLES: Readonly<Record<string, string>> = { mammo: 'Breasts (mammo)', face: 'Face', body: 'Body' };

function reconstructionLines(reconstruction: unknown, paper: Paper): string[] {
  const { theme } = paper;
  const type = printable(typeName(reconstruction));
  const measures = fieldOf(reconstruction, 'mesaures');
  const names = typeof measures === 'object' && measures !== null ? Object.keys(measures) : [];
  return [
    `${theme.bold(TITLES[type] ?? type)}  ${statusText(reconstruction, theme)}`,
    ...line('Accepted', yesOrNo(fieldOf(reconstruction, 'accepted'))),
    ...line('Measures', names.map((name) => `${printable(words(name))} ${textOf(measures, name)}`).join(', ')),
    ...line(
      'Photos',
      VIEWS.filter((view) => textOf(reconstruction, view) !== '')
        .map(words)
        .join(', '),
    ),
    ...line('Updated', localTime(textOf(reconstruction, 'updated_at'))),
    ...itemsOf(fieldOf(reconstruction, 'simulations')).flatMap((one) => simulationLines(one, paper)),
  ];
}

const words = (name: string) => name.replaceAll('_', ' ');

function statusText(reconstruction: unknown, theme: Theme): string {
  const status = textOf(reconstruction, 'status') || 'no status';
  const progress = progressOf(fieldOf(reconstruction, 'status'));
  if (progress === 'ready') return theme.good(`${status} (ready)`);
  return progress === 'failed' ? theme.bad(`${status}`) : theme.busy(`${status} (not ready yet)`);
}

function yesOrNo(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return printable(fieldText(value));
}

const IMPLANT_ROWS: readonly [label: string, value: (implant: unknown) => unknown][] = [
  ['Brand', (implant) => fieldOf(fieldOf(fieldOf(implant, 'implant_category'), 'brand'), 'name')],
  ['Category', (implant) => fieldOf(fieldOf(implant, 'implant_category'), 'name')],
  ['Shape', (implant) => fieldOf(fieldOf(implant, 'implant_category'), 'shape')],
  ['Profile', (implant) => fieldOf(fieldOf(implant, 'implant_category'), 'profile')],
  ['Surface', (implant) => fieldOf(fieldOf(implant, 'implant_category'), 'surface')],
  ['Reference', (implant) => fieldOf(implant, 'reference')],
  ['Volume', (implant) => fieldOf(implant, 'volume')],
  ['Diameter', (implant) => fieldOf(implant, 'diameter')],
  ['Projection', (implant) => fieldOf(implant, 'projection')],
  ['Width', (implant) => fieldOf(implant, 'width')],
  ['Height', (implant) => fieldOf(implant, 'height')],
  ['White', (implant) => (fieldOf(implant, 'white') === undefined ? undefined : yesOrNo(fieldOf(implant, 'white')))],
];

/** Both implants side by side. */
function simulationLines(simulation: unknown, { width, textWidth, theme }: Paper): string[] {
  const left = fieldOf(simulation, 'left_implant');
  const right = fieldOf(simulation, 'right_implant');
  const rows = IMPLANT_ROWS.map(([label, value]) => [
    label,
    printable(fieldText(value(left))),
    printable(fieldText(value(right))),
  ]).filter(([, one, other]) => one !== '' || other !== '');
  const column = Math.max(5, Math.min(30, Math.floor((width - LABEL_WIDTH - 8) / 2)));
  const cell = (text: string) => cutCell(text || '–', column, textWidth);
  const side = ([label = '', one = '', other = '']: readonly string[]) =>
    `    ${label.padEnd(LABEL_WIDTH - 4)}  ${padCell(cell(one), column, textWidth)}  ${cell(other)}`.trimEnd();
  const head = `  Simulation ${textOf(simulation, 'id')}  ${textOf(simulation, 'name')}`.trimEnd();
  return [
    '',
    theme.bold(head),
    ...line('About', textOf(simulation, 'description'), 4),
    ...line('Updated', localTime(textOf(simulation, 'updated_at')), 4),
    ...(rows.length === 0 ? [] : [theme.dim(side(['', 'left', 'right'])), ...rows.map(side)]),
  ];
}
