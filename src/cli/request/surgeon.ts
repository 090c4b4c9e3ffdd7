import { folded } from '../../core/folded.ts';
import { readId } from '../../core/ids.ts';
import type { ListedSurgeon } from '../../core/own-routes.ts';
import { hasCode, type Line, ReconError } from '../../errors.ts';
import { nearest } from '../../system/nearest.ts';
import { surgeonName } from '../../system/setting-keys.ts';
import type { Context } from '../context.ts';

export interface Surgeon {
  id: string;
  /** For a person: `3`, or `7 (dr-silva)`. */
  shown: string;
}

const LIST: Line = {
  before: 'where the service runs, this shows the accounts and their ids',
  command: ['accounts', 'list'],
};

/**
 * The account that gets patients, typed as its id, a name kept for it, or its own name where the service tells those. A
 * kept name counts first: it is this person's own word. `again`: the command up to the name.
 * @throws ReconError `usage` where nobody or several have the name, `not_offered` where only the service could know it
 */
export async function surgeonOf(typed: string, again: readonly string[], context: Context): Promise<Surgeon> {
  if (/^\d*$/.test(typed)) {
    const id = readId(typed, 'surgeon');
    if (!context.mayAsk()) return { id, shown: id };
    // Before the question: a sub account transfers to nobody, and a person knows the surgeon by name.
    const one = (await listedIfTold(again, context)).find((other) => other.id === id);
    return one === undefined ? { id, shown: id } : shown(id, one.name);
  }
  const { surgeons } = await context.settings();
  const name = surgeonName(typed);
  const kept = surgeons.get(name);
  if (kept !== undefined) return shown(readId(kept, 'surgeon'), name);
  const names = [...surgeons.keys()];
  const listed = await (await context.client()).listSurgeons().catch((error) => {
    if (hasCode(error, 'not_offered')) throw unknownSurgeon(typed, names, again, error);
    throw withWayBack(error, again);
  });
  const found = listed.filter((one) => plain(one.name) === plain(typed));
  const [first] = found;
  if (first === undefined) throw unknownSurgeon(typed, [...names, ...listed.map((one) => one.name)], again);
  if (found.length === 1) return shown(first.id, first.name);
  throw new ReconError('usage', `several surgeons are called ${quoted(typed)}`, {
    details: found.map(lineOf),
    hint: 'the same command with the id',
  });
}

/** Chosen from the kept names and those that the service tells; typed where there are none. `again`: the command up to the name. */
export async function askForSurgeon(again: readonly string[], context: Context): Promise<Surgeon> {
  const { surgeons } = await context.settings();
  const kept = [...surgeons].map(([name, id]) => ({ id: readId(id, 'surgeon'), name }));
  const listed = await listedOrNone(again, context);
  const others = listed.filter(({ id }) => !kept.some((one) => one.id === id));
  // The name first: a letter that is typed goes to the line that begins with it.
  const choices = [...kept, ...others].map(({ id, name }) => ({ value: shown(id, name), name: `${name}  (${id})` }));
  const prompt = await context.prompt();
  if (choices.length > 0) return await prompt.choose('To which surgeon?', choices);
  const id = await prompt.text('Number of the surgeon:', (typed) =>
    /^\d+$/.test(typed) ? undefined : 'a whole number, as whoever runs the service knows it',
  );
  return await surgeonOf(id, again, context);
}

/** The same for a number, which is known without them. */
async function listedIfTold(again: readonly string[], context: Context): Promise<ListedSurgeon[]> {
  try {
    return await listedOrNone(again, context);
  } catch (error) {
    if (hasCode(error, 'forbidden') || !(error instanceof ReconError) || error.isStop) throw error;
    return [];
  }
}

/** Those that the service tells; none where it tells none. */
const listedOrNone = async (again: readonly string[], context: Context): Promise<ListedSurgeon[]> =>
  await (await context.client()).listSurgeons().catch((error): ListedSurgeon[] => {
    if (hasCode(error, 'not_offered')) return [];
    throw withWayBack(error, again);
  });

const shown = (id: string, name: string): Surgeon => ({ id, shown: `${id} (${name})` });
const lineOf = ({ id, name }: ListedSurgeon) => `${id}: ${name}`;
const quoted = (typed: string) => JSON.stringify(typed.slice(0, 60));

/** `Dr. João Silva` and `dr-joao-silva` are one name. */
const plain = (name: string) => (folded(name).match(/[\p{L}\p{N}]+/gu) ?? []).join('-');

const addLine = (typed: string): Line => ({
  before: 'where there is none yet, whoever runs the service makes the account',
  command: ['accounts', 'add', typed],
});

/** Of a sub account: what it can do in place of a transfer, and so who can do that. */
const withWayBack = (error: unknown, again: readonly string[]): unknown =>
  hasCode(error, 'forbidden')
    ? error.with({
        hint: {
          ...{ before: 'asking whoever has the main account; to give the patient back to it' },
          command: [...again.slice(0, -1), '--back'],
        },
      })
    : error;

/** A surgeon may have typed the name of the main account, which is told to nobody under it. */
const backLine = (again: readonly string[]): Line => ({
  before: 'a surgeon (a sub account) gives a patient back to the main account',
  command: [...again.slice(0, -1), '--back'],
});

/**
 * `notOffered`: only this machine could have known the name. A near name is told, and never in a line to copy: that would
 * give the patient's record to somebody on a guess.
 */
function unknownSurgeon(
  typed: string,
  names: readonly string[],
  again: readonly string[],
  notOffered?: ReconError,
): ReconError {
  const nearby = nearest(plain(typed), names.map(plain));
  const like = names.filter((name, at) => nearby.includes(plain(name)) && names.indexOf(name) === at);
  const guess = like.length === 0 ? '' : `; did you mean ${like.join(' or ')}?`;
  const message = `${quoted(typed)} is no id and no known name of a surgeon${guess}`;
  const own = surgeonName(typed);
  const key = `surgeon.${/^[a-z0-9][a-z0-9._-]{0,62}$/.test(own) ? own : 'NAME'}`;
  const facts = {
    details: [
      ...(names.length === 0
        ? ['whoever runs the service knows the number of each account']
        : [`known names: ${names.join(', ')}`]),
      // Only a service that recon runs tells its accounts.
      ...(notOffered !== undefined
        ? []
        : like.length === 0
          ? [LIST, addLine(typed), backLine(again)]
          : [backLine(again)]),
    ],
    hint:
      like.length === 0
        ? { command: ['config', 'set', key, 'ID'], because: 'which keeps the id for that name' }
        : notOffered === undefined
          ? LIST
          : { command: ['config', 'list'], because: 'which shows the names that are kept here, and their ids' },
  };
  if (notOffered === undefined) return new ReconError('usage', message, facts);
  return notOffered.with({ message: `${message}, and ${notOffered.message}`, ...facts });
}
