import { failureReasons } from '../../../core/failure-reason.ts';
import { SURNAME } from '../../../core/name-order.ts';
import { isSelected } from '../../../core/select-patients.ts';
import { type Line, ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { linksBeside, withLinksOut } from '../../links-out.ts';
import { openPager } from '../../open-pager.ts';
import { fieldOf, fieldText, itemsOf } from '../../output/field-text.ts';
import { glanceTable, ROOM_TO_TELL } from '../../output/glance-table.ts';
import { asksForFailures, tellOfRegion } from '../../output/patient-columns.ts';
import { withAsked } from '../../output/patient-writer.ts';
import { printable } from '../../output/printable.ts';
import { type Frame, watchScreen } from '../../watch-screen.ts';
import { leftOutText } from '../print-list.ts';
import { nameAlone } from './list-notes.ts';
import type { ListWish } from './list-wish.ts';
import { type Part, readNewest } from './read-newest.ts';

/** Lines of a list beside its rows. */
const HEAD_AND_NOTE = 2;

/** Beside patients who were not found by a page of their own. */
const NOTHING_TOLD = { answeredAt: undefined, routes: undefined, doubts: new Map(), begun: new Map() };

const ADD_ONE = { command: ['patients', 'create'], because: 'to add one' };

interface Ways {
  watch: boolean;
  pager: boolean;
  /** The command that shows every one of those who were asked for. */
  everyOne: readonly string[];
}

/** A list for somebody at a terminal: the newest first, and what needs doing in words. */
export async function showNewest(typed: ListWish, ways: Ways, context: Context) {
  const wish = await withLinksOut(typed, context);
  const { streams, clock } = context;
  const client = await context.client();
  const reasonsOf = failureReasons(client, clock);
  const theme = await context.theme('stdout');
  let areUntold = false;
  const onUntold = () => {
    areUntold = true;
  };
  let leftOut: readonly string[] = [];
  const onLeftOut = (titles: readonly string[]) => {
    leftOut = titles;
  };
  const newTable = () => {
    const { fields } = context.globals();
    const told = { onUntold, onLeftOut };
    const draw = glanceTable({ width: streams.columns(), theme, fields, sortedBy: shownField(wish), ...told });
    let links: ReturnType<typeof linksBeside> | undefined;
    return async ({ patients, answeredAt = clock.now(), routes, doubts, begun }: Part) => {
      // Only of somebody without photos it is told that a link is out; a list of links has a column for that.
      if (wish.selection?.links === undefined && patients.some(hasNoModel)) links ??= linksBeside({ routes }, context);
      const { fields } = context.globals();
      const told = await withAsked(patients, fields, context);
      // A column of its own tells them all, and is not told twice.
      const reasons = asksForFailures(fields) ? new Map() : await reasonsOf(patients);
      return await draw(told, { now: answeredAt, reasons, doubts, begun, links: (await links) ?? [] });
    };
  };
  if (ways.watch) return await watchScreen((rows) => frameOf(wish, rows, newTable(), context), context);
  const live = await context.liveLine();
  const reading = readNewest(wish, client, {
    onProgress: (read, total) => live.tick(`looking through the patients, ${read} of ${total ?? 'some'}`),
  });
  const paged = openPager(ways.pager, context);
  const draw = newTable();
  try {
    for await (const part of reading.parts()) {
      const text = await draw(part);
      live.stop();
      await paged.write(text);
      if (paged.isLeft()) break;
    }
  } finally {
    live.stop();
    await paged.end();
  }
  const next = await reading.tell(streams, !paged.isLeft());
  if (areUntold) streams.say(`some names are the same; ${ROOM_TO_TELL} columns have room for what tells them apart`);
  if (leftOut.length > 0) streams.say(leftOutText(leftOut.map((title) => title.toLowerCase())));
  tellOfRegion(context.globals().fields, streams);
  if (next === 'create') await context.sayNext(ADD_ONE);
  if (next === 'all') await context.sayNext({ command: ways.everyOne, because: 'to see every one' });
  if (!paged.isLeft() && streams.stderrIsTty() && !context.globals().quiet) {
    await tellWhoIsMeant(
      wish,
      next === 'who',
      { draw: (patients) => newTable()({ ...NOTHING_TOLD, patients }) },
      context,
    );
  }
}

/** What a list is sorted by is to be seen, and the city that was looked for. */
const shownField = ({ order, selection }: ListWish) =>
  order === undefined ? selection?.city && 'city' : order.field === SURNAME ? 'name' : order.field;

/** Of a name that nobody has, who may be meant, or the line that finds somebody; and those of a city, who are no answer. */
async function tellWhoIsMeant(
  wish: ListWish,
  isNobody: boolean,
  { draw }: { draw(patients: Part['patients']): Promise<string> },
  context: Context,
): Promise<void> {
  const { perhapsCity } = wish;
  const name = isNobody ? nameAlone(wish) : undefined;
  if (perhapsCity === undefined && name === undefined) return;
  try {
    const { everybodyOf, spelledOtherwise, whoIsMeant, writtenOtherwise } = await import('./who-is-meant.ts');
    const listed = await everybodyOf(context);
    const found = name === undefined ? [] : writtenOtherwise(listed, name);
    if (found.length > 0) {
      context.streams.say(
        `${found.length} written in another way${found.length > MOST_OTHERS ? `, ${MOST_OTHERS} of them` : ''}:`,
      );
      await context.streams.write(await draw(found.slice(0, MOST_OTHERS)));
    }
    const meant = name === undefined || found.length > 0 ? undefined : whoIsMeant(listed, name);
    if (meant !== undefined) context.streams.say(meant);
    if (perhapsCity === undefined) return;
    if (!isNobody) await sayWhoElse(spelledOtherwise(listed, perhapsCity), context);
    const others = listed.filter((one) => !isSelected(one, { name: perhapsCity }));
    const count = others.filter((one) => isSelected(one, { city: perhapsCity })).length;
    if (count === 0) return;
    context.streams.say(`${count} ${count === 1 ? 'patient has' : 'patients have'} this in the city`);
    const because = count === 1 ? 'to see who it is' : 'to see them';
    await context.sayNext({ command: ['patients', 'list', '--city', perhapsCity], because });
  } catch (error) {
    // The list is there.
    if (!(error instanceof ReconError) || error.isStop) throw error;
    context.streams.detail(`who else may be meant cannot be told: ${error.message}`);
  }
}

async function sayWhoElse(others: readonly unknown[], context: Context): Promise<void> {
  if (others.length === 0) return;
  const have = others.length === 1 ? 'more patient has' : 'more patients have';
  context.streams.say(`${others.length} ${have} this name in another spelling`);
  const ids = others.slice(0, MOST_SHOWN).map((one) => fieldText(fieldOf(one, 'id')));
  await context.sayNext({ command: ['patients', 'get', ...ids], because: 'to see who it is' });
}

/** Of more, a person types more of the name. */
const MOST_OTHERS = 20;

/** So many fit into a line to type. */
const MOST_SHOWN = 5;

const hasNoModel = (patient: unknown) => itemsOf(fieldOf(patient, 'reconstructions')).length === 0;

/** As many rows as the screen has. */
async function frameOf(
  wish: ListWish,
  rows: number,
  draw: (part: Part) => Promise<string>,
  context: Context,
): Promise<Frame> {
  const now = await withLinksOut(wish, context);
  const reading = readNewest(
    { ...now, limit: Math.max(1, Math.min(wish.limit ?? rows, rows - HEAD_AND_NOTE)) },
    await context.client(),
  );
  const texts: string[] = [];
  const states: unknown[] = [];
  for await (const part of reading.parts()) {
    texts.push(await draw(part));
    states.push(part.patients);
  }
  const notes: string[] = [];
  const note = (line: Line) => void notes.push(`${printable(context.lineText(line))}\n`);
  const next = await reading.tell({ ...context.streams, say: note, note, warn: note }, true);
  if (next === 'create') note({ before: 'next', ...ADD_ONE });
  return { text: [...texts, ...notes].join(''), state: JSON.stringify(states) };
}
