import { folded } from '../../core/folded.ts';
import type { Context } from '../context.ts';
import { cutCell, roughTextWidth } from '../io/text-width.ts';
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
  /** Epoch ms. */
  now: number;
  /** All numbers and addresses stand there, also of a name that nobody else has. */
  hasAllContacts?: boolean;
}

/** The lines of a choice, in the order of the patients; `whole` is all that may be typed to find one. */
export function choiceLines(patients: readonly Offered[], { width, now, hasAllContacts = false }: Paper) {
  const idCells = Math.max(0, ...patients.map(({ id }) => id.length));
  const counts = new Map<string, number>();
  for (const { patient } of patients) {
    const name = folded(nameOf(patient));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return patients.map(({ id, patient }) => {
    // The number and the address tell namesakes apart.
    const isShort = !hasAllContacts && counts.get(folded(nameOf(patient))) === 1;
    const line = lineWithin(width, ' '.repeat(idCells - id.length) + id, patient, { now, isShort });
    return { id, patient, line, whole: descriptionOf(id, patient, now, { isShort }) };
  });
}

/** `41  Maria Silva  Porto, Norte, Portugal  maria@example.org  face ready` */
export function descriptionOf(id: string, patient: unknown, now: number, { isShort = false } = {}): string {
  const { place, contacts, models } = tellingOf(patient, now, { isShort });
  return joined(id, nameOf(patient), place, ...contacts, models);
}

const joined = (...parts: readonly string[]) => parts.filter(Boolean).join('  ');

/** So much of a place tells most people apart. */
const CELLS_OF_PLACE = 14;
/** So much of a name says who it is among namesakes, and so much in any case. */
const CELLS_OF_SAME_NAME = 14;
const LEAST_CELLS_OF_NAME = 8;
/** The share of a line that a name has before others have more, and that of a name among namesakes. */
const SHARE_OF_NAME = 0.4;
const SHARE_OF_SAME_NAME = 0.3;
/** A number or an address of fewer tells nobody apart. */
const LEAST_CELLS_OF_CONTACT = 8;
/** A name is cut before an address has fewer. */
const CELLS_OF_CONTACT = 20;

/**
 * How the models are stays whole. For that the town goes first, then what tells only namesakes apart, and the name gets
 * the room that is left; it is cut where what tells namesakes apart leaves it no room.
 */
function lineWithin(width: number, id: string, patient: unknown, { now, isShort }: { now: number; isShort: boolean }) {
  const { place, contacts, models, fewest } = tellingOf(patient, now, { isShort });
  const [name, town] = [printable(nameOf(patient)), cut(printable(place), CELLS_OF_PLACE)];
  const shown = contacts.map(printable);
  const fewCells = CELLS_OF_SAME_NAME + cellsOfJoining(name);
  const leastName = Math.min(roughTextWidth(name), isShort ? Math.floor(width * SHARE_OF_NAME) : fewCells);
  const roomBeside = (...parts: readonly string[]) => width - roughTextWidth(joined(id, ' ', ...parts)) + 1;
  const [contact = ''] = shown;
  const contactRoom = roomBeside(fewest) - leastName - 2;
  const whole = [
    [printable(place), ...shown, models],
    [town, ...shown, models],
  ];
  const shorter = isShort
    ? [[town, models]]
    : [
        [...shown, models],
        [printable(place), contact, models],
        [town, contact, models],
        [contact, models],
        [contact, fewest],
        ...(contactRoom >= LEAST_CELLS_OF_CONTACT ? [[contactWithin(contactRoom, contact), fewest]] : []),
      ];
  const ways: string[][] = [...whole, ...shorter, [models]];
  const roomForName = (least: number) => (parts: readonly string[]) => roomBeside(...parts) >= least;
  const usualName = Math.min(roughTextWidth(name), Math.floor(width * SHARE_OF_SAME_NAME));
  const besideName = roomBeside(models) - usualName - 2;
  // The town and a part of an address give way first, and a part of the town where it alone tells them apart.
  const told = contact === '' ? [whole[0]!, whole[1]!] : ways.filter((parts) => parts.includes(contact));
  if (contact !== '' && besideName >= CELLS_OF_CONTACT) told.push([contactWithin(besideName, contact), models]);
  if (contact === '' && besideName >= LEAST_CELLS_OF_CONTACT) told.push([townWithin(besideName, town), models]);
  const usual = isShort && contact === '' ? undefined : told.find(roomForName(usualName));
  const way = usual ?? ways.find(roomForName(leastName)) ?? [fewest];
  return cut(joined(id, cut(name, Math.max(roomBeside(...way), LEAST_CELLS_OF_NAME)), ...way), width);
}

/** Most terminals draw a joined emoji in two cells, and the rough measure counts its parts and its joiners. */
const cellsOfJoining = (name: string) => 3 * (name.match(/\u200d\p{Extended_Pictographic}/gu) ?? []).length;

/** Of a number the end tells more than the country that it begins with. */
const contactWithin = (width: number, contact: string) =>
  contact.includes('@') ? cut(contact, width) : `…${contact.slice(1 - width).trimStart()}`;

const townWithin = (width: number, town: string) => cut(town, width).replace(/,? ?…$/, '…');

const cut = (text: string, width: number) => cutCell(text, width, roughTextWidth);
