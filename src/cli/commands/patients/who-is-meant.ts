import { folded } from '../../../core/folded.ts';
import { hasSpellings } from '../../../core/spellings.ts';
import { readWholeList } from '../../../core/whole-list.ts';
import { candidatesFor, hasNameLike, nearestNames, onlyOne, readWhom } from '../../../core/whom.ts';
import { type Line, ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { nobodyBut } from '../../request/whom-errors.ts';

// Of a name that a list does not have: who may be meant. A line is told only where it finds somebody.

type Everybody = Awaited<ReturnType<typeof readWholeList>>['listed'];

export async function everybodyOf(context: Context): Promise<Everybody> {
  const live = await context.liveLine();
  try {
    const { listed } = await readWholeList(await context.client(), {}, (read, total) =>
      live.tick(`looking through the patients, ${read} of ${total}`),
    );
    return listed;
  } finally {
    live.stop();
  }
}

/** Who has a name that a filter did not find, written in another way: Müller for `mueller`, Anna Huber for `Frau Huber`. */
export function writtenOtherwise(everybody: Everybody, name: string): Everybody {
  const typed = name.trim();
  return isName(typed) ? candidatesFor(everybody, { by: 'name', typed }).map(({ patient }) => patient) : [];
}

/** undefined where a line for such a name would find nobody. */
export function whoIsMeant(everybody: Everybody, name: string): Line | undefined {
  const typed = name.trim();
  if (!isName(typed)) return undefined;
  const near = nearestNames(everybody, typed);
  if (near.length > 0) {
    const { details, hint } = nobodyBut(near, { by: 'name', typed });
    return typeof hint === 'object' ? { ...hint, before: details.join('; ') } : undefined;
  }
  const words = typed.split(/[\s,]+/);
  if (words.length < 2 || !areOneEach(everybody, words)) return undefined;
  return { before: 'each of these words is a patient', command: ['show', ...words] };
}

/** Who has the name in another spelling alone, as Müller for `mueller`: a service's filter leaves them out without a word. */
export function spelledOtherwise(everybody: Everybody, name: string): Everybody {
  const words = name.trim().split(/\s+/);
  if (!words.some(hasSpellings)) return [];
  const isAsTyped = (one: Everybody[number]) => words.every((word) => folded(one?.name).includes(folded(word)));
  return everybody.filter(hasNameLike(name)).filter((one) => !isAsTyped(one));
}

/** @throws ReconError `usage` where two names were given to a flag that takes one; on a terminal with the line that shows both */
export async function refuseTwoNames(names: readonly string[], context: Context): Promise<never> {
  const refused = new ReconError('usage', '--name is given twice, and takes one value');
  if (!context.streams.stderrIsTty()) throw refused;
  const all = await everybodyOf(context).catch((error) => {
    if (error instanceof ReconError && error.isStop) throw error;
  });
  if (all === undefined || !areOneEach(all, names)) throw refused;
  throw refused.with({ hint: { command: ['show', ...names], because: 'which shows each of them' } });
}

function areOneEach(everybody: Everybody, names: readonly string[]): boolean {
  const found = names.map((typed) => {
    const whom = { by: 'name', typed } as const;
    return isName(typed) ? onlyOne(candidatesFor(everybody, whom), whom)?.id : undefined;
  });
  return !found.includes(undefined) && new Set(found).size === names.length;
}

/** A name to a command that takes an id, `last`, an address or a number in its place. */
function isName(typed: string): boolean {
  try {
    return readWhom(typed).by === 'name';
  } catch {
    return false;
  }
}
