import { type Line, ReconError } from '../../../errors.ts';
import type { Configuration, Context } from '../../context.ts';
import { needsYes } from '../../needs-yes.ts';
import type { Accounts } from './with-accounts.ts';

type TokenPlace = Awaited<ReturnType<Configuration['connection']>>['from'];
type Token = Awaited<ReturnType<Accounts['listTokens']>>[number];

/** The tokens of an account that work now; none for an account that is not there. */
export async function workingTokens(accounts: Accounts, name: string): Promise<Token[]> {
  const account = (await accounts.list()).find((one) => one.name === name);
  const tokens = account === undefined ? [] : await accounts.listTokens();
  return tokens.filter(({ accountId, state }) => accountId === account?.id && state === 'works');
}

/** `"front desk" (write, last used 2026-11-24 09:30 UTC)` */
export function tokenText({ label, scope, lastUsedAt }: Token): string {
  const used =
    lastUsedAt === null
      ? 'never used'
      : `last used ${new Date(lastUsedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `${JSON.stringify(label)} (${scope}, ${used})`;
}

/** The service's own, in its data folder: what is typed beside it would be refused, and a login is not the way. */
const OWN_LABEL = 'data folder';

/** How this machine is shut out too, as it is told before and after. */
interface HereToo {
  before: string;
  after: Line;
}

const WITHOUT_OWN: HereToo = {
  before:
    'commands on this machine that use the token in the data folder are refused, until the service is started again',
  after:
    'The token in the data folder is ended too. Start the service again: it makes a new one, and until then commands on this machine are refused.',
};
function withoutLogin({ kind, where }: TokenPlace, which: string): HereToo {
  const after = `Commands on this machine used a token that is ended now (${where}), and are refused`;
  const isTyped = kind !== 'keyring' && kind !== 'file';
  return {
    before: `commands on this machine use ${which} (${where}), and are refused, until they have another one`,
    after: isTyped
      ? `${after}, until another one is there`
      : { before: `${after}; with another one`, command: ['login'] },
  };
}

/** Of tokens that are to be ended. */
export async function shutOutHere(ended: readonly Token[], accounts: Accounts, context: Context): Promise<HereToo[]> {
  const own = ended.find(({ label }) => label === OWN_LABEL);
  const here = await callerHere(accounts, context);
  const isEnded = here !== undefined && ended.some(({ id }) => id !== own?.id && id === here.tokenId);
  const which = ended.length === 1 ? 'this token' : 'one of these tokens';
  return [...(own === undefined ? [] : [WITHOUT_OWN]), ...(isEnded ? [withoutLogin(here.from, which)] : [])];
}

/** Whom commands of this machine act for at this service; undefined where they would be refused, or ask another one. */
export async function callerHere(accounts: Accounts, context: Context) {
  const { connection } = await context.configuration();
  const found = await connection().catch((error: unknown) => {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    return undefined;
  });
  const caller = found && (await accounts.callerOf(found.token));
  return caller && { ...caller, from: found.from };
}

interface ShutOut {
  /** One sentence each; this machine last. */
  whom: readonly string[];
  /** As in `to disable the account desk without being asked`. */
  deed: string;
  question: string;
  yes: boolean | undefined;
}

/**
 * Says who is shut out and asks; default no. `--yes` asks nothing.
 * @throws ReconError `usage` where nobody can be asked, without `--yes`
 */
export async function confirmShutOut({ whom, deed, question, yes }: ShutOut, context: Context): Promise<void> {
  if (yes === true) return;
  if (!context.mayAsk()) throw needsYes(deed, whom);
  whom.forEach(context.streams.note);
  if (await (await context.prompt()).confirm(question)) return;
  throw new ReconError('declined', 'nothing was done');
}
