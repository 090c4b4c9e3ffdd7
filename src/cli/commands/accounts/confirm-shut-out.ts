import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { needsYes } from '../../needs-yes.ts';
import type { Accounts } from './with-accounts.ts';

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

/** Of tokens that were ended. */
export function tellOwnToken(ended: readonly Token[], { streams }: Context): void {
  if (!ended.some(({ label }) => label === OWN_LABEL)) return;
  streams.note(
    'The token in the data folder is ended too. Start the service again: it makes a new one, and until then commands on this machine are refused.',
  );
}

interface ShutOut {
  whom: string;
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
  if (!context.mayAsk()) throw needsYes(deed, [whom]);
  context.streams.note(whom);
  if (await (await context.prompt()).confirm(question)) return;
  throw new ReconError('declined', 'nothing was done');
}
