import type { ResultAnswer } from '../../contract/answers.ts';
import type { Reply } from '../../core/answer.ts';
import { listed } from '../../core/draft.ts';
import { type Advice, hasCode, ReconError } from '../../errors.ts';
import type { Changes, Context } from '../context.ts';
import { WHOLE_ACCOUNT } from '../meant-otherwise.ts';
import { capital } from '../request/flags.ts';
import { missingArgument } from '../request/missing-argument.ts';
import { askForSurgeon, surgeonOf, tellingSurgeons } from '../request/surgeon.ts';
import { patientIds } from '../request/whom.ts';
import { changeEach } from './change-each.ts';
import { confirmChange } from './confirm-change.ts';

interface TransferOptions {
  to?: string;
  back?: boolean;
  yes?: boolean;
}

/** Where the patients go. */
interface Way {
  /** As in "would transfer", "transferred patient 7 to surgeon 3" and "not transferred". */
  words: { verb: string; did: string; done: string };
  /** As in "transferred patient 7 to surgeon 3". */
  target: string;
  move(changes: Changes, id: string): Promise<Reply<ResultAnswer>>;
}

export async function transferPatients(typed: string[], options: TransferOptions, context: Context): Promise<void> {
  const { yes = false, back = false } = options;
  if (!back && typed.length === 1 && /^(all|everybody|everyone)$/i.test(typed[0]!)) {
    throw new ReconError('usage', `${JSON.stringify(typed[0])} is no patient`, { hint: WHOLE_ACCOUNT });
  }
  refuseIncomplete(typed, options, context);
  if (back) await requireSubAccount(typed, context);
  const change = back ? 'Give back' : 'Transfer';
  const ids = await tellingWhoHas(back && typed, () => patientIds(typed, { change, yes, asksItself: true }, context));
  const { words, target, move } = await wayOf(typed, options, context);
  const whom = ids.length === 1 ? 'the patient' : 'them';
  const plan = {
    verb: words.verb,
    target: `, to ${target}`,
    question: `${capital(words.verb)} to ${target}? You will no longer see ${whom}.`,
    yes,
    ifExists: false,
  };
  const whoIs = await tellingWhoHas(back && typed, () => confirmChange(ids, plan, context));
  if (whoIs === undefined) return;
  const changes = await context.changes();
  let canComeBack = false;
  const act = async (id: string) => {
    const who = await whoIs(id);
    const reply = await tellingWhoHas(back && [id], () => move(changes, id));
    context.streams.say(`${words.did} ${who} to ${target}`);
    canComeBack ||= reply.routes?.has('give-back') === true;
    return reply;
  };
  await changeEach(ids, { done: words.done, act }, context);
  if (back || !canComeBack) return;
  // Typed elsewhere, the flags of here would be wrong.
  const way = { command: ['transfer', ...ids, '--back'], because: `gives ${whom} back, typed by ${target}` };
  await context.sayNext(way, { isWhole: true });
}

/**
 * A main account has given patients away and cannot take them back. Asked first: a name that it types would mean a
 * namesake who is still here.
 */
async function requireSubAccount(typed: readonly string[], context: Context): Promise<void> {
  const client = await context.client();
  const { routes } = await client.askForRoute('give-back');
  if (routes?.has('surgeons') !== true) return;
  const { surgeons, isSub } = await client.askSurgeons();
  if (isSub !== false) return;
  const names = surgeons.map(({ name }) => name);
  throw new ReconError(
    'forbidden',
    'this is a main account: only the surgeon (a sub account) who has a patient can give it back; nothing was sent',
    {
      details: names.length === 0 ? [] : [`its sub accounts: ${names.join(', ')}`],
      hint: askWhoHas(typed),
    },
  );
}

const askWhoHas = (typed: readonly string[], which = 'a'): Advice => ({
  before: `if ${which} surgeon (a sub account) has the patient now, ask that surgeon to type`,
  command: ['transfer', ...typed, '--back'],
  isElsewhere: true,
});

/** A patient is given back by the account that has it: another one does not see it. `back` is who was typed, if back. */
async function tellingWhoHas<T>(back: readonly string[] | false, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (back === false || !hasCode(thrown, 'not_found')) throw thrown;
    // No answer, but a name that nobody here has, and whose is nearest.
    if (thrown.status === undefined && thrown.details.length > 0) throw thrown;
    // Of several, the others are there, or given back by now.
    throw thrown.with({ hint: askWhoHas(back.length === 1 ? back : ['PATIENT'], 'another') });
  }
}

/** Nobody can be asked: all that is left out is told at once. */
function refuseIncomplete(
  typed: readonly string[],
  { to, back = false, yes = false }: TransferOptions,
  context: Context,
) {
  if (back && to !== undefined) throw new ReconError('usage', '--to and --back exclude each other');
  // A surgeon who is chosen from a list is asked about once more, which --yes leaves out.
  if (context.mayAsk() && !yes) return;
  const lacksYes = !yes && !context.globals().dryRun;
  if (typed.length === 0) {
    const lacksTo = back || to !== undefined ? [] : ['--to (a surgeon, by id or name)'];
    const missing = listed([...lacksTo, ...(lacksYes ? ['--yes'] : [])]) || undefined;
    const way = back ? ['--back'] : ['--to', to ?? 'SURGEON'];
    throw missingArgument('patient', context, {
      missing,
      line: [...way, context.globals().dryRun ? '--dry-run' : '--yes'],
    });
  }
  if (back || to !== undefined) return;
  throw new ReconError('usage', '--to is missing: the id or name of the surgeon who gets the patients', {
    details: [
      'or --back, which gives them back to the main account',
      ...(lacksYes ? ['--yes is missing, too: nobody can be asked'] : []),
    ],
    hint: { command: ['transfer', ...typed, '--to', 'SURGEON', ...(lacksYes ? ['--yes'] : [])] },
  });
}

async function wayOf(typed: string[], { to, back = false }: TransferOptions, context: Context): Promise<Way> {
  if (back) {
    const words = { verb: 'give back', did: 'gave back', done: 'given back' };
    return { words, target: 'the main account', move: (changes, id) => changes.giveBackPatient(id) };
  }
  const again = ['transfer', ...typed, '--to'];
  const surgeon = to === undefined ? await askForSurgeon(again, context) : await surgeonOf(to, again, context);
  return {
    words: { verb: 'transfer', did: 'transferred', done: 'transferred' },
    target: `surgeon ${surgeon.shown}`,
    move: (changes, id) => tellingSurgeons(surgeon.id, again, context, () => changes.transferPatient(id, surgeon.id)),
  };
}
