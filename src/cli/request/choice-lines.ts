import { countryName } from '../../core/country.ts';
import { folded } from '../../core/folded.ts';
import type { Context } from '../context.ts';
import { createTable } from '../io/table.ts';
import { cutCell, roughTextWidth } from '../io/text-width.ts';
import type { Theme } from '../io/theme.ts';
import { fieldOf, fieldText } from '../output/field-text.ts';
import { GLANCE_COLUMNS, type Glance, type GlanceCell, type GlanceColumn } from '../output/glance-columns.ts';
import { drawnCell, fittedColumns } from '../output/glance-table.ts';
import { nameOf, telling as tellingOf } from '../output/patient-line.ts';
import { printable } from '../output/printable.ts';

/** A patient who is offered. */
export interface Offered {
  id: string;
  patient: unknown;
}

/** The mark of the chosen line, and the last cell of the terminal. */
const CELLS_BESIDE_CHOICE = 3;

export const choiceWidth = ({ streams }: Pick<Context, 'streams'>): number => streams.columns() - CELLS_BESIDE_CHOICE;

interface Paper {
  /** Cells of a line. */
  width: number;
  theme: Theme;
  /** Epoch ms. */
  now: number;
  /** All numbers and addresses can be searched, also of a name that nobody else has; the numbers are to be seen. */
  hasAllContacts?: boolean;
}

/**
 * The lines of a choice, in the order of the patients. `drawn` has the columns and colours of the list; `whole` is all that
 * may be typed to find one.
 */
export async function choiceLines(patients: readonly Offered[], { width, theme, now, hasAllContacts = false }: Paper) {
  const counts = new Map<string, number>();
  for (const { patient } of patients) {
    const name = folded(nameOf(patient));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const drawn = await drawnLines(patients, { width, theme, now, hasAllContacts });
  return patients.map(({ id, patient }, at) => {
    // The number and the address tell namesakes apart.
    const isShort = !hasAllContacts && counts.get(folded(nameOf(patient))) === 1;
    return { id, patient, drawn: drawn[at]!, whole: descriptionOf(id, patient, now, { isShort }) };
  });
}

/** `41  Maria Silva  Porto, Norte, Portugal  maria@example.org  face ready` */
export function descriptionOf(id: string, patient: unknown, now: number, { isShort = false } = {}): string {
  const { place, contacts, models } = tellingOf(patient, now, { isShort });
  return [id, nameOf(patient), place, ...contacts, models].filter(Boolean).join('  ');
}

async function drawnLines(
  patients: readonly Offered[],
  { width, theme, now, hasAllContacts }: Required<Paper>,
): Promise<readonly string[]> {
  const glance: Glance = { now, reasons: new Map() };
  const idCells = Math.max(0, ...patients.map(({ id }) => id.length));
  const columns = columnsOf(
    patients.map(({ patient }) => patient),
    { width, hasAllContacts },
  );
  const rows = patients.map(({ id, patient }) => [
    { text: id.padStart(idCells) },
    ...columns.slice(1).map((column) => column.cell(patient, glance)),
  ]);
  // What draws the question counts a cell for each joiner of a name.
  const room = width - Math.max(0, ...patients.map(({ patient }) => nameOf(patient).split('\u200c').length - 1));
  const fitted = await fittedColumns(columns, rows, room);
  // A question needs no titles: each column is known by what is in it.
  const table = createTable(
    fitted.map((column) => ({ ...column, title: '' })),
    room,
    (title) => title,
  );
  const text = await table.draw(rows.map((row) => row.map((cell) => drawnCell(cell, theme))));
  return text.split('\n').slice(1, -1);
}

/** So much of a number or a town tells most people apart. */
const LEAST_TELLS = 10;
/** A narrower line has no room for that beside a name and how the model is. */
const ROOM_TO_TELL = 54;
const CELLS_OF_PHONE = 16;
/** Before a number comes a name has so much. */
const CELLS_OF_NAME = 24;
/** More of a town would cut an address. */
const CELLS_OF_PLACE = 24;
const EXTRA = { leastWidth: LEAST_TELLS, wishedWidth: CELLS_OF_PLACE, isNeeded: false, isExtra: true };

const CONTACT: GlanceColumn = { ...EXTRA, wishedWidth: CELLS_OF_PHONE, title: 'PHONE', cell: contactCell };
const OTHER_CONTACT: GlanceColumn = {
  ...{ ...EXTRA, title: 'E-MAIL' },
  cell: (patient) => ({ text: textOf(patient, 'phone') === '' ? '' : textOf(patient, 'email') }),
};
const PLACE: GlanceColumn = {
  ...{ ...EXTRA, title: 'CITY' },
  cell: (patient) => {
    const parts = [textOf(patient, 'city'), textOf(patient, 'state'), countryName(textOf(patient, 'country_iso'))];
    const [town, ...others] = [...new Set(parts)].filter(Boolean);
    if (town === undefined) return { text: '' };
    return { text: cutCell([town, ...others].join(', '), CELLS_OF_PLACE, roughTextWidth), shorter: [town], few: '' };
  },
};

const NAMED: Partial<GlanceColumn> = {
  wishedWidth: CELLS_OF_NAME,
  cell: (patient) => ({ text: printable(nameOf(patient)) }),
};

const textOf = (patient: unknown, name: string) => printable(fieldText(fieldOf(patient, name))).trim();

/** The number, or else the address. Of a number the end tells more than the country that it begins with. */
function contactCell(patient: unknown): GlanceCell {
  const [phone, email] = [textOf(patient, 'phone'), textOf(patient, 'email')];
  if (phone === '') return { text: email };
  return { text: phone, shorter: [`…${phone.slice(1 - LEAST_TELLS).trimStart()}`] };
}

/** As in the list, and what tells people apart beside it; of namesakes that stays, however narrow it is. */
function columnsOf(
  patients: readonly unknown[],
  { width, hasAllContacts }: Pick<Required<Paper>, 'width' | 'hasAllContacts'>,
): GlanceColumn[] {
  const glance: Glance = { now: 0, reasons: new Map() };
  const shown = (column: GlanceColumn) => patients.map((one) => column.cell(one, glance).text);
  const names = patients.map((one) => folded(nameOf(one)));
  const apart = (column: GlanceColumn) => new Set(shown(column).map((text, at) => `${names[at]}\n${text}`)).size;
  const best = apart(PLACE) > apart(CONTACT) ? PLACE : CONTACT;
  const isTold = hasAllContacts || apart(best) > new Set(names).size;
  const stays = isTold && width >= ROOM_TO_TELL ? best : undefined;
  const more = [CONTACT, PLACE, OTHER_CONTACT].filter((one) => shown(one).some(Boolean));
  const told = stays === undefined ? [] : [{ ...stays, isNeeded: true, isExtra: false, decidingWidth: LEAST_TELLS }];
  const [number, name, model] = GLANCE_COLUMNS as [GlanceColumn, GlanceColumn, GlanceColumn];
  return [number, { ...name, ...NAMED }, model, ...told, ...more.filter((one) => one !== stays)];
}
