import type { AnnouncedIssuer } from '../../../core/oauth/announced-issuer.ts';
import { type Advice, hasCode, ReconError } from '../../../errors.ts';
import type { Grant } from '../../../system/grant.ts';
import type { Context } from '../../context.ts';
import { openBrowser } from '../../open-browser.ts';
import { refuseMissing } from './refuse-missing.ts';
import { accountBefore, tellReplaced } from './replaced-login.ts';
import { type LoginTarget, tellKept } from './tell-kept.ts';

export interface OAuthOptions {
  issuer?: string;
  clientId?: string;
  scope?: string;
  device?: boolean;
  /** False with `--no-open`. */
  open?: boolean;
  insecureStorage?: boolean;
}

/** Has a person log in at the issuer of the service, tries the token on the service, and only then keeps it. */
export async function logInByOAuth(target: LoginTarget, options: OAuthOptions, context: Context): Promise<void> {
  const { streams, clock, signal } = context;
  const configuration = await context.configuration();
  const insecure = options.insecureStorage === true || (await configuration.staysInFile(target));
  // Before anybody logs in: the tokens need a place to be kept.
  await refuseMissing({ ...target, isInsecure: insecure, again: inFile(target, options) }, context);
  const announced = await findAnnounced(target, options, context);
  const { issuer: address, clientId } = findClient(target, options, announced);
  const { findIssuer } = await import('../../../core/oauth/issuer.ts');
  const issuer = await findIssuer(address, clientId, await context.withoutToken(target.caFile));
  if (context.globals().dryRun) {
    return streams.say(`${issuer.name} can be asked to log in client ${clientId}; nothing was kept (--dry-run)`);
  }
  const scope = options.scope ?? target.oauth?.scope;
  const { logInByBrowser, logInByDevice } = await import('../../../core/oauth/log-in.ts');
  const wish = { issuer, scope, announced, clock, signal };
  const grant = options.device
    ? await logInByDevice(wish, ({ address, code, addressWithCode }) => {
        streams.note(`To log in at ${issuer.host}, open ${address} on any device and type the code ${code}`);
        if (addressWithCode !== undefined) streams.note(`or open ${addressWithCode}`);
      })
    : await logInByBrowser(wish, (address) => {
        streams.note(`To log in at ${issuer.host}, open this address in a browser of this computer:`);
        streams.note(address);
        if (options.open !== false && context.mayAsk()) void openBrowser(address, context);
      });
  const account = await tryGrant(target, grant, context);
  const before = await accountBefore(target, context);
  const place = await configuration.keepGrant(target, { issuer: issuer.name, clientId, scope }, grant, insecure);
  tellReplaced(before, account, target, context);
  await tellKept(target, place, context);
  if (grant.refreshToken === undefined && grant.expiresAt !== undefined) {
    const end = new Date(grant.expiresAt).toISOString();
    streams.say(`${issuer.host} gave nothing to renew the login with; it ends at ${end}.`);
  }
}

/** The same login, which needs no keyring. */
function inFile({ baseUrl }: LoginTarget, { issuer, clientId, scope, device, open }: OAuthOptions): Advice {
  const typed = { '--issuer': issuer, '--client-id': clientId, '--scope': scope };
  const flags = Object.entries(typed).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
  const ways = [...(device ? ['--device'] : []), ...(open === false ? ['--no-open'] : [])];
  return { command: ['login', '--base-url', baseUrl, '--oauth', ...flags, ...ways, '--insecure-storage'] };
}

/** What the service says of its issuer; where that is unreadable, what was typed does without. */
async function findAnnounced(
  { baseUrl, caFile }: LoginTarget,
  { issuer, clientId }: OAuthOptions,
  context: Context,
): Promise<AnnouncedIssuer> {
  const { announcedIssuer } = await import('../../../core/oauth/announced-issuer.ts');
  const to = await context.withoutToken(caFile);
  return await announcedIssuer(to(baseUrl), to).catch((error: unknown) => {
    if (issuer === undefined || clientId === undefined || !hasCode(error, 'protocol')) throw error;
    context.streams.warn(error.message);
    return {};
  });
}

/** Typed, else as at the last login, else as the service says: a service does not change where its people log in. */
function findClient({ baseUrl, oauth }: LoginTarget, typed: OAuthOptions, announced: AnnouncedIssuer) {
  const issuer = typed.issuer ?? oauth?.issuer ?? announced.issuer;
  const clientId = typed.clientId ?? (oauth?.issuer === issuer ? oauth?.clientId : undefined) ?? announced.clientId;
  if (issuer !== undefined && clientId !== undefined) return { issuer, clientId };
  const missing = [issuer === undefined && '--issuer', clientId === undefined && '--client-id'].filter(Boolean);
  throw new ReconError('usage', `${missing.join(' and ')} missing: ${baseUrl} does not say where its people log in`, {
    details: ['whoever runs the service knows the issuer of its tokens, and the client registered there for recon'],
    hint: { command: ['login', '--oauth', '--base-url', baseUrl, '--issuer', issuer ?? 'URL', '--client-id', 'ID'] },
  });
}

/** The account that the token is of, where the service tells. */
async function tryGrant({ baseUrl, caFile }: LoginTarget, { accessToken, issuer }: Grant, context: Context) {
  const client = await context.clientFor({ baseUrl, token: accessToken, caFile });
  const { account } = await client.listNobody().catch((error: unknown) => {
    if (!hasCode(error, 'not_logged_in')) throw error;
    throw error.with({
      message: `${baseUrl} does not accept the access token that ${issuer} gave`,
      hint: 'the right --issuer, or --scope with what whoever runs the service names',
    });
  });
  return account?.name;
}
