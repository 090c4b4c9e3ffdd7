import { typeWord } from '../../contract/reconstruction.ts';
import type { InvitationMade } from '../../core/invitations-made.ts';
import type { BegunByPatient, DoubtsByPatient } from '../../core/model-facts.ts';
import { localTime, untilText } from '../../system/local-time.ts';
import type { Look, Theme } from '../io/theme.ts';
import { ago, timeOf } from './ago.ts';
import { fieldOf, fieldText, itemsOf } from './field-text.ts';
import type { FittedColumn } from './fit-columns.ts';
import { type ModelState, modelStates } from './model-state.ts';
import { printable } from './printable.ts';
import { longReason, shortestReason, shortReason } from './short-reason.ts';

export interface Glance {
  /** The service's time, epoch ms. */
  now: number;
  /** Why reconstructions failed, by patient id and type, as far as it was asked. */
  reasons: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Whose models may be of two people, or of somebody else, as far as the service tells. */
  doubts?: DoubtsByPatient | undefined;
  /** When generations were begun, as far as the service tells. */
  begun?: BegunByPatient | undefined;
  /** The links by which photos are waited for. */
  links?: readonly InvitationMade[];
}

/** A cell of a table for somebody who looks for what needs doing. */
export interface GlanceCell {
  text: string;
  /** The same in fewer words, for a narrower column. */
  shorter?: readonly string[];
  /** The words that it keeps while other columns can go, or else the first that are fewer. */
  few?: string;
  /** What decides of it, and stays whole. */
  deciding?: string;
  look?: Look;
  /** Of a text with several looks, what is said of each: the text, and each with fewer words. */
  ways?: readonly (readonly Part[])[];
}

/** A part of a text, with what stands between it and the next. */
export interface Part {
  text: string;
  look: Look;
}

export interface GlanceColumn extends FittedColumn {
  title: string;
  /** The field that it shows; undefined where it is made of several. */
  key?: string;
  cell(patient: unknown, glance: Glance): GlanceCell;
}

const plain = (title: string, key: string, leastWidth: number): GlanceColumn => ({
  ...{ title, key, leastWidth, isNeeded: false },
  cell: (patient) => ({ text: printable(fieldText(fieldOf(patient, key))) }),
});

/**
 * A cut number or address is of no use, so they go instead. What keeps its least width at 80 cells is who it is, how the
 * model is and when that changed. A failure's reason, which the card has whole, is told in fewer words for that and for
 * the telephone number, but for nothing else. A name is cut for no e-mail address, city or country.
 */
export const GLANCE_COLUMNS: readonly GlanceColumn[] = [
  { ...plain('ID', 'id', Number.POSITIVE_INFINITY), isNeeded: true },
  { ...plain('NAME', 'name', 20), wishedWidth: 40, decidingWidth: 12, isCutLast: true, isNeeded: true },
  { title: '3D MODEL', leastWidth: 28, wishedWidth: 62, isTold: true, isNeeded: true, cell: stateCell },
  { title: 'CHANGED', key: 'updated_at', leastWidth: Number.POSITIVE_INFINITY, isNeeded: false, cell: changedCell },
  plain('PHONE', 'phone', Number.POSITIVE_INFINITY),
  { ...plain('E-MAIL', 'email', 36), isExtra: true },
  { ...plain('CITY', 'city', 10), isExtra: true },
  { ...plain('COUNTRY', 'country_iso', Number.POSITIVE_INFINITY), isExtra: true },
];

/** Of a link that leads to where the service is no more. */
const OLD_ADDRESS = 'old address';

/** Of a list of those with a link. */
export const LINK_COLUMN: GlanceColumn = {
  ...{ title: 'LINK OUT UNTIL', key: 'link_out_until', leastWidth: 16, isNeeded: true },
  cell: (patient) => {
    const [types = '', ends = ''] = ['link_out', 'link_out_until'].map((key) => fieldText(fieldOf(patient, key)));
    const until = localTime(ends);
    const old = fieldText(fieldOf(patient, 'link_out_former_address')) && OLD_ADDRESS;
    const kinds = types.split(', ').map(typeWord).join(', ');
    const [text = '', shorter = ''] = [[kinds, old], [old]].map((words) => {
      const beside = words.filter(Boolean).join(', ');
      return printable([until, beside && `(${beside})`].filter(Boolean).join(' '));
    });
    return { text, shorter: [shorter, until] };
  },
};

/** `face failed: the left photo is too dark`, of several `face failed: the left photo is too dark; body ready` */
export function stateCell(patient: unknown, { now, reasons, doubts, begun, links = [] }: Glance): GlanceCell {
  const id = fieldText(fieldOf(patient, 'id'));
  const states = modelStates(patient, now, {
    reasons: reasons.get(id),
    doubts: doubts?.get(id),
    begun: begun?.get(id),
  });
  const [first] = states;
  if (first === undefined) return withoutPhotos(patient, { now, links });
  const hasReason = states.some(({ reason }) => reason !== undefined);
  const told = (wordOf: (one: ModelState) => string, tell?: (reason: string) => string): Part[] =>
    states.map((one, at) => {
      const reason = tell && one.reason !== undefined ? `: ${tell(one.reason)}` : '';
      const end = at === states.length - 1 ? '' : hasReason && tell ? '; ' : ', ';
      return { text: `${typeWord(one.type)} ${wordOf(one)}${reason}${end}`, look: one.look };
    });
  // Of several models each word has to be read; when something changed stands beside.
  const usual = ({ word, shortWord }: ModelState) => (states.length > 1 ? shortWord : word);
  const whole = hasReason ? [longReason, shortReason, shortestReason].map((tell) => told(usual, tell)) : [];
  // A cell that is cut ends with a sign of its own.
  if (hasReason && states.length === 1) return cellOf(whole, `${textOf(told(usual))}…`);
  const fewest = told(({ kind, shortWord }) => (kind === 'accepted' ? 'ready' : shortWord));
  const isShorter = states.length > 1 || first.doubt !== undefined;
  // The word of each model is read before why one failed, which the card tells.
  const cell = cellOf([...whole, told(usual), ...(isShorter ? [fewest] : [])], textOf(fewest));
  return hasReason ? cell : { ...cell, few: cell.text };
}

const textOf = (parts: readonly Part[]) => parts.map(({ text }) => text).join('');

const cellOf = (ways: readonly (readonly Part[])[], deciding: string): GlanceCell => {
  const [text = '', ...shorter] = ways.map(textOf);
  return { text, shorter, deciding, ways };
};

/** A text as it is shown, perhaps cut, in the looks of what it says. */
export function inLooks(shown: string, { look, ways }: GlanceCell, theme: Theme): string {
  if (ways === undefined) return look === undefined ? shown : theme[look](shown);
  const parts = ways.find((one) => textOf(one) === shown) ?? ways.at(-1) ?? [];
  let rest = shown;
  return parts
    .map(({ text, look: own }, at) => {
      const said = at === parts.length - 1 ? rest : rest.slice(0, text.length);
      rest = rest.slice(said.length);
      return said && theme[own](said);
    })
    .join('');
}

/** `link out until 2026-11-28`, on its last day `link out until 14:05`. */
function withoutPhotos(patient: unknown, { now, links }: Required<Pick<Glance, 'now' | 'links'>>): GlanceCell {
  const id = fieldText(fieldOf(patient, 'id'));
  const own = links.filter((one) => one.id === id);
  if (own.length === 0) return { text: 'no photos', look: 'dim' };
  if (own.every(({ formerAddress }) => formerAddress !== undefined))
    return { text: `link out, ${OLD_ADDRESS}`, look: 'busy' };
  const ends = own.flatMap(({ expiresAt }) => expiresAt ?? []);
  if (ends.length === 0) return { text: 'link out', look: 'busy' };
  const [day = '', hour = ''] = untilText(Math.max(...ends)).split(' ');
  return { text: `link out until ${untilText(now).startsWith(day) ? hour : day}`, look: 'busy' };
}

/** When the record or one of its models changed last: a state is never newer than the time beside it. */
function changedCell(patient: unknown, { now }: Glance): GlanceCell {
  const times = [patient, ...itemsOf(fieldOf(patient, 'reconstructions'))].map((one) =>
    fieldText(fieldOf(one, 'updated_at')),
  );
  const [last = times[0]!] = times
    .filter((text) => timeOf(text) !== undefined)
    .toSorted((one, other) => timeOf(other)! - timeOf(one)!);
  return { text: printable(ago(last, now)), look: 'dim' };
}

/** Of a list that is sorted by it, the time that it is sorted by. */
export const recordChangedCell: GlanceColumn['cell'] = (patient, { now }) => ({
  text: printable(ago(fieldText(fieldOf(patient, 'updated_at')), now)),
  look: 'dim',
});
