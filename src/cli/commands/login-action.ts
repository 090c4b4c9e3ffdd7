import { type Advice, hasCode, ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { readStdin } from '../io/read-stdin.ts';
import { problemOf } from '../problem-of.ts';
import type { OAuthOptions } from './login/oauth-login.ts';
import { refuseMissing } from './login/refuse-missing.ts';
import { accountBefore, tellReplaced } from './login/replaced-login.ts';
import { type LoginTarget, tellKept } from './login/tell-kept.ts';

/** How often a person may type a token that the service does not accept. */
const MOST_TRIES = 3;

/** The longest token and its line end; more is no token. */
const MOST_STDIN_BYTES = 8_192;

export interface LoginOptions extends OAuthOptions {
  oauth?: boolean;
  tokenStdin?: boolean;
}

/** Asks for what is missing, tries the token on the service, and only then keeps it. */
export async function logIn(options: LoginOptions, context: Context): Promise<void> {
  refuseMixed(options);
  warnAboutEnvironment(context);
  if (isBare(options, context) && (await isLoggedIn(context))) return;
  const target = await findTarget(context);
  await confirmNewAddress(target, context);
  // A person who has logged in by OAuth does so again.
  if (options.oauth || (target.oauth !== undefined && !options.tokenStdin && context.mayAsk())) {
    const { logInByOAuth } = await import('./login/oauth-login.ts');
    return await logInByOAuth(target, options, context);
  }
  await logInByToken(target, options, context);
}

/** Whether a person has typed nothing that says where to, or how. */
const isBare = (options: LoginOptions, context: Context): boolean => {
  const { baseUrl, profile } = context.globals();
  const { RECON_BASE_URL, RECON_PROFILE, RECON_TOKEN, RECON_TOKEN_FILE } = context.environment;
  const named = [baseUrl, profile, RECON_BASE_URL, RECON_PROFILE, RECON_TOKEN, RECON_TOKEN_FILE];
  const { oauth, tokenStdin, insecureStorage } = options;
  return context.mayAsk() && ![oauth, tokenStdin, insecureStorage, ...named].some(Boolean);
};

/**
 * Tells of a connection that works already. True where that is all: a login into a keyring that is not there would be refused,
 * and lead to a token in a plain file, which nobody needs here.
 */
async function isLoggedIn(context: Context): Promise<boolean> {
  const { streams } = context;
  const { connection, staysInFile, hasKeyring } = await context.configuration();
  let to: Awaited<ReturnType<typeof connection>>;
  try {
    to = await connection();
    await (await context.clientFor(to, { mostTries: 1 })).listNobody();
  } catch (error) {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    return false;
  }
  streams.say(`This computer is connected already, to ${to.baseUrl} as profile ${to.profile}.`);
  streams.say({ before: 'To log in to another service', command: ['login', '--base-url', 'URL'] });
  return !(await staysInFile(to)) && !(await hasKeyring());
}

/** A profile that changes its service takes all that is typed with it along. */
async function confirmNewAddress({ profile, baseUrl, replaces }: LoginTarget, context: Context): Promise<void> {
  if (replaces === undefined) return;
  if (!context.mayAsk()) {
    return context.streams.warn(`profile ${profile} is for ${replaces}; after this login it is for ${baseUrl}`);
  }
  const prompt = await context.prompt();
  if (await prompt.confirm(`Profile ${profile} is for ${replaces}. Use it for ${baseUrl} from now on?`)) return;
  throw new ReconError('declined', 'nothing was done', {
    hint: { before: 'a profile of its own', command: ['login', '--profile', 'NAME', '--base-url', baseUrl] },
  });
}

async function logInByToken(target: LoginTarget, options: LoginOptions, context: Context): Promise<void> {
  const { streams } = context;
  const configuration = await context.configuration();
  const insecure = options.insecureStorage === true || (await configuration.staysInFile(target));
  const isAsked = !options.tokenStdin && context.mayAsk();
  if ((options.tokenStdin || isAsked) && !context.globals().dryRun) {
    const again = inFile(target.baseUrl, options.tokenStdin === true);
    await refuseMissing({ ...target, isInsecure: insecure, again }, context);
  }
  if (isAsked) {
    streams.say(`Logging in to ${target.baseUrl}.`);
    // So is a wrong address told before anybody looks for the token.
    const { reachService } = await import('../../core/reach-service.ts');
    await reachService((await context.withoutToken(target.caFile))(target.baseUrl));
    streams.say('You get the access token from the people who run that service.');
  }
  const { token, expiresAt, account } = await acceptedToken(target, options.tokenStdin === true, context);
  if (context.globals().dryRun) {
    return streams.say(`${target.baseUrl} accepts the token; nothing was kept (--dry-run)`);
  }
  const before = await accountBefore(target, context);
  const place = await configuration.keepLogin(target, token, insecure);
  tellReplaced(before, account, target, context);
  await tellKept(target, place, context, expiresAt);
}

/** A token that the service accepts. A person who has typed a wrong one is asked again, a few times. */
async function acceptedToken({ baseUrl, caFile }: LoginTarget, fromStdin: boolean, context: Context) {
  const { checkToken } = await context.configuration();
  for (let tries = 1; ; tries += 1) {
    const token = checkToken(await findToken(fromStdin, baseUrl, context));
    const client = await context.clientFor({ baseUrl, token, caFile });
    try {
      const { tokenExpiresAt, account } = await client.listNobody();
      return { token, expiresAt: tokenExpiresAt, account: account?.name };
    } catch (error) {
      if (fromStdin || tries === MOST_TRIES || !hasCode(error, 'not_logged_in')) throw error;
      context.streams.note(`${baseUrl} does not accept this token. Copy the whole token, and try again.`);
    }
  }
}

function refuseMixed({ oauth, tokenStdin, issuer, clientId, scope, device, open }: LoginOptions): void {
  if (oauth && tokenStdin) throw new ReconError('usage', '--oauth and --token-stdin exclude each other');
  const typed = { '--issuer': issuer, '--client-id': clientId, '--scope': scope, '--device': device };
  const first = Object.entries(typed).find(([, value]) => value !== undefined)?.[0] ?? (open === false && '--no-open');
  if (first && !oauth) throw new ReconError('usage', `${first} is for a login with --oauth`);
}

const WITHOUT_LOGIN = 'a script needs no login: it sets RECON_TOKEN_FILE=FILE and RECON_BASE_URL=URL instead';

/** A login by a script, which works on this computer. */
async function fromFile(baseUrl: string, { configuration }: Context): Promise<Advice> {
  if (!(await (await configuration()).hasKeyring())) return inFile(baseUrl, true);
  return { command: ['login', '--base-url', baseUrl, '--token-stdin'], stdin: 'token.txt' };
}

/** A login that needs no keyring. */
const inFile = (baseUrl: string, fromStdin: boolean): Advice => ({
  command: ['login', '--base-url', baseUrl, ...(fromStdin ? ['--token-stdin'] : []), '--insecure-storage'],
  ...(fromStdin && { stdin: 'token.txt' }),
});

function warnAboutEnvironment({ environment, streams }: Context): void {
  const name = ['RECON_TOKEN_FILE', 'RECON_TOKEN'].find((one) => environment[one]);
  if (name !== undefined) streams.warn(`${name} is set; commands use it instead of the token that login keeps`);
}

async function findTarget(context: Context) {
  const configuration = await context.configuration();
  const known = await configuration.loginTarget(context.globals().baseUrl);
  if (known !== undefined) return known;
  if (!context.mayAsk()) {
    throw new ReconError('usage', '--base-url is missing, and there is nobody to ask', {
      details: [WITHOUT_LOGIN],
      hint: await fromFile('https://clinic.example', context),
    });
  }
  const prompt = await context.prompt();
  const baseUrl = await prompt.text('Address of the service (https://…):', (answer) =>
    problemOf(() => configuration.check('base-url', answer)),
  );
  const target = await configuration.loginTarget(baseUrl);
  if (target === undefined) throw new ReconError('usage', 'no base URL was given');
  return target;
}

async function findToken(fromStdin: boolean, baseUrl: string, context: Context): Promise<string> {
  if (fromStdin) return await tokenFromStdin(context);
  if (!context.mayAsk()) {
    throw new ReconError('usage', 'the access token is missing, and there is nobody to ask', {
      details: [WITHOUT_LOGIN],
      hint: await fromFile(baseUrl, context),
    });
  }
  const { checkToken } = await context.configuration();
  const prompt = await context.prompt();
  return await prompt.secret('Access token (nothing is shown while you type):', (answer) =>
    problemOf(() => checkToken(answer)),
  );
}

async function tokenFromStdin({ signal, streams: { stdin, stdinIsTty } }: Context): Promise<string> {
  if (stdinIsTty()) {
    throw new ReconError('usage', '--token-stdin reads a file or a pipe, and standard input is a terminal', {
      hint: 'leave --token-stdin out to be asked',
    });
  }
  return new TextDecoder().decode(await readStdin(stdin, MOST_STDIN_BYTES, signal));
}
