import { folded } from '../../core/folded.ts';
import { readId } from '../../core/ids.ts';
import type { ListedSurgeon, ToldSurgeons } from '../../core/own-routes.ts';
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
    return await ofSubAccount({ id, shown: id }, undefined, again, context);
  }
  const { surgeons } = await context.settings();
  const name = surgeonName(typed);
  const kept = surgeons.get(name);
  if (kept !== undefined) return await ofSubAccount(shown(readId(kept, 'surgeon'), name), name, again, context);
  const names = [...surgeons.keys()];
  const told = await (await context.client()).listSurgeons().catch((error) => {
    if (hasCode(error, 'not_offered')) throw unknownSurgeon(typed, names, again, error);
    throw withWayBack(error, again);
  });
  const found = told.surgeons.filter((one) => plain(one.name) === plain(typed));
  const [first] = found;
  if (first === undefined) throw unknownSurgeon(typed, names, again, told);
  if (found.length === 1) return shown(first.id, first.name);
  throw new ReconError('usage', `several surgeons are called ${quoted(typed)}`, {
    details: found.map(lineOf),
    hint: 'the same command with the id',
  });
}

/** Chosen from the kept names and those that the service tells; typed where there are none. `again`: the command up to the name. */
export async function askForSurgeon(again: readonly string[], context: Context): Promise<Surgeon> {
  const { surgeons } = await context.settings();
  const told = await toldSurgeons(again, context);
  const kept = [...surgeons]
    .map(([name, id]) => ({ id: readId(id, 'surgeon'), name }))
    .filter(({ id }) => told === undefined || isTold(id, told));
  const others = (told?.surgeons ?? []).filter(({ id }) => !kept.some((one) => one.id === id));
  // The name first: a letter that is typed goes to the line that begins with it.
  const choices = [...kept, ...others].map(({ id, name }) => ({ value: shown(id, name), name: `${name}  (${id})` }));
  const prompt = await context.prompt();
  if (choices.length > 0) return await prompt.choose('To which surgeon?', choices);
  if (told !== undefined) throw new ReconError('usage', noSubAccounts(told), { hint: addLine(told) });
  const id = await prompt.text('Number of the surgeon:', (typed) =>
    /^\d+$/.test(typed) ? undefined : 'a whole number, as whoever runs the service knows it',
  );
  return await surgeonOf(id, again, context);
}

/**
 * Before the question: a sub account transfers to nobody, a main account to its own sub accounts only, and a person knows
 * the surgeon by the name of the account. `kept`: the name that stands for the id here.
 */
async function ofSubAccount(
  surgeon: Surgeon,
  kept: string | undefined,
  again: readonly string[],
  context: Context,
): Promise<Surgeon> {
  if (!context.mayAsk()) return surgeon;
  const told = await toldIfReached(again, context);
  if (told === undefined) return surgeon;
  const one = told.surgeons.find(({ id }) => id === surgeon.id);
  if (one !== undefined) {
    if (kept === undefined || plain(kept) === plain(one.name)) return shown(one.id, one.name);
    refuseOtherOfName(kept, one, told);
    return shown(one.id, `${one.name}, kept here as ${kept}`);
  }
  const ofMain = told.account === undefined ? '' : ` of ${told.account}`;
  throw new ReconError(
    'forbidden',
    `surgeon ${surgeon.shown} is no sub account${ofMain}, or is disabled, and gets no patients; nothing was sent`,
    waysOut(told),
  );
}

/** @throws ReconError `usage` where a name that is kept for one surgeon is that of another account */
function refuseOtherOfName(kept: string, { id, name }: ListedSurgeon, { surgeons }: ToldSurgeons): void {
  const other = surgeons.find((one) => one.id !== id && plain(one.name) === plain(kept));
  if (other === undefined) return;
  throw new ReconError(
    'usage',
    `${quoted(kept)} is kept here for ${id}, who is ${name}, and is the name of ${other.id}`,
    {
      details: [`to give the patient to ${name} or ${other.name}: the same command with the number`],
      hint: { command: ['config', 'unset', `surgeon.${kept}`], because: 'which forgets what is kept here' },
    },
  );
}

/** What the service refuses is told with the surgeons who get patients, where it tells them. */
export async function tellingSurgeons<T>(
  id: string,
  again: readonly string[],
  context: Context,
  move: () => Promise<T>,
): Promise<T> {
  try {
    return await move();
  } catch (error) {
    if (!hasCode(error, 'forbidden') || error.status === undefined) throw error;
    const told = await toldIfReached(again, context);
    throw told === undefined || isTold(id, told) ? error : error.with(waysOut(told));
  }
}

const isTold = (id: string, { surgeons }: ToldSurgeons) => surgeons.some((one) => one.id === id);

/** For a surgeon whom the service does not tell. */
const waysOut = (told: ToldSurgeons) =>
  told.surgeons.length === 0
    ? { details: [noSubAccounts(told)], hint: addLine(told) }
    : { details: [`patients can be transferred to: ${told.surgeons.map(lineOf).join(', ')}`], hint: LIST };

/** The same where the service need not be reached. */
async function toldIfReached(again: readonly string[], context: Context): Promise<ToldSurgeons | undefined> {
  try {
    return await toldSurgeons(again, context);
  } catch (error) {
    if (hasCode(error, 'forbidden') || !(error instanceof ReconError) || error.isStop) throw error;
    return undefined;
  }
}

/** Those that the service tells; undefined where it does not tell them. */
const toldSurgeons = async (again: readonly string[], context: Context): Promise<ToldSurgeons | undefined> =>
  await (await context.client()).listSurgeons().catch((error): undefined => {
    if (hasCode(error, 'not_offered')) return undefined;
    throw withWayBack(error, again);
  });

const shown = (id: string, name: string): Surgeon => ({ id, shown: `${id} (${name})` });
const lineOf = ({ id, name }: ListedSurgeon) => `${id}: ${name}`;
const quoted = (typed: string) => JSON.stringify(typed.slice(0, 60));

/** `Dr. João Silva` and `dr-joao-silva` are one name. */
const plain = (name: string) => (folded(name).match(/[\p{L}\p{N}]+/gu) ?? []).join('-');

const noSubAccounts = ({ account = 'this account' }: ToldSurgeons) =>
  `patients can be transferred to sub accounts of ${account} only, and none is enabled`;

/** A main account of the name would get no patients. */
const addLine = ({ account = 'MAIN' }: ToldSurgeons): Line => ({
  before: 'a main account gets no patients of another one; where the service runs, this makes a sub account',
  command: ['accounts', 'add', 'NAME', '--under', account],
});

/** Of a name that may be another main account's, which the service tells nobody. */
const ifNoAccount = (typed: string, { account = 'MAIN' }: ToldSurgeons): Line[] => [
  {
    before: 'if no account has that name, this makes a sub account of it, where the service runs',
    command: ['accounts', 'add', typed, '--under', account],
  },
  'if it is another main account, it gets no patients of this one',
];

/** In place of a transfer to another main account. */
const handOver = ({ account = 'ACCOUNT' }: ToldSurgeons): Line => ({
  before: `who takes over all patients of ${account} gets a token of that account`,
  command: ['accounts', 'tokens', 'add', account, '--label', 'NAME', '--scope', 'write'],
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
 * `why`: the surgeons that the service tells, or that only this machine could have known the name. A near name is told, and
 * never in a line to copy: that would give the patient's record to somebody on a guess.
 */
function unknownSurgeon(
  typed: string,
  kept: readonly string[],
  again: readonly string[],
  why: ToldSurgeons | ReconError,
): ReconError {
  const told = why instanceof ReconError ? [] : why.surgeons;
  if (!(why instanceof ReconError) && why.account !== undefined && plain(why.account) === plain(typed)) {
    const { details } = waysOut(why);
    return new ReconError('usage', `${why.account} is this account, which has its patients already`, { details });
  }
  const names = [...kept, ...told.map(({ name }) => name)];
  const nearby = nearest(plain(typed), names.map(plain));
  const like = names.filter((name, at) => nearby.includes(plain(name)) && names.indexOf(name) === at);
  const guess = like.length === 0 ? '' : `; did you mean ${like.join(' or ')}?`;
  const message = `${quoted(typed)} is no id and no known name of a surgeon${guess}`;
  const own = surgeonName(typed);
  const key = `surgeon.${/^[a-z0-9][a-z0-9._-]{0,62}$/.test(own) ? own : 'NAME'}`;
  const keep: Line = {
    command: ['config', 'set', key, 'ID'],
    because: 'which keeps the id of a sub account for that name',
  };
  const known = names.length === 0 ? [] : [`known names: ${names.join(', ')}`];
  if (why instanceof ReconError) {
    const numbers = 'whoever runs the service knows the number of each account';
    const kept: Line = {
      command: ['config', 'list'],
      because: 'which shows the names that are kept here, and their ids',
    };
    return why.with({
      message: `${message}, and ${why.message}`,
      details: names.length === 0 ? [numbers] : known,
      hint: like.length === 0 ? keep : kept,
    });
  }
  const back = backLine(again);
  if (like.length > 0) return new ReconError('usage', message, { details: [...known, back], hint: LIST });
  // A kept id is of use only where there is a surgeon.
  const ofSurgeons =
    why.surgeons.length === 0 ? { head: [noSubAccounts(why)], tail: [] } : { head: known, tail: [keep] };
  const details = [...ofSurgeons.head, ...ifNoAccount(typed, why), handOver(why), back, ...ofSurgeons.tail];
  return new ReconError('usage', message, { details, hint: LIST });
}
