import type { SentBefore } from '../contract/own-routes.ts';
import { LINK_OUT, type ReconstructionType, typeWord } from '../contract/reconstruction.ts';
import { sameAsOthers } from '../contract/view-name.ts';
import type { Reply } from '../core/answer.ts';
import type { InvitationMade } from '../core/invitations-made.ts';
import type { Selection } from '../core/select-patients.ts';
import { ReconError } from '../errors.ts';
import { untilText, wholeTimeText } from '../system/local-time.ts';
import type { Context } from './context.ts';
import { printable } from './output/printable.ts';

/** The links by which photos are waited for, as far as somebody tells of them. */
export interface LinksOut {
  links: readonly InvitationMade[];
  /** The service tells of all of them; otherwise they are those that this machine has noted. */
  isTold: boolean;
}

/** One request where the service that gave `reply` has a list of them, and none elsewhere. */
export async function linksOut({ routes }: Pick<Reply<unknown>, 'routes'>, context: Context): Promise<LinksOut> {
  if (routes?.has('open-invitations')) {
    return { links: await (await context.client()).listOpenInvitations(), isTold: true };
  }
  return { links: await (await context.invitationsMade()).read(context.clock.now()), isTold: false };
}

/** The same for a list, which is there also where they cannot be read. */
export async function linksBeside(reply: Pick<Reply<unknown>, 'routes'>, context: Context) {
  try {
    return (await linksOut(reply, context)).links;
  } catch (error) {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    context.streams.detail(`the links that are out cannot be told: ${error.message}`);
    return [];
  }
}

/**
 * `for face photos, until Sunday 2026-12-06 14:05 CET`, of each link by which photos can still be sent, and whose photos
 * wait at it where another patient has them, too. One request where the service lists them; else of each type the one that
 * works longest.
 */
export async function linkTexts(
  id: string,
  { links, routes }: Pick<Reply<unknown>, 'links' | 'routes'>,
  context: Context,
): Promise<string[]> {
  if (links === undefined) return [];
  const listed = routes?.has('invitations') ? await listedOpen(id, context) : undefined;
  const longest = Object.entries(links).map(([type, until]) => ({
    type,
    until,
    formerAddress: undefined,
    sentBefore: [],
  }));
  return (listed ?? longest).map(
    ({ type, until, formerAddress, sentBefore }) =>
      `for ${typeWord(type)} photos, until ${wholeTimeText(until)}${formerText(formerAddress)}${sentBeforeText(sentBefore)}`,
  );
}

/** Of a model that is accepted now: what links do that are still out, and how they are taken back. */
export async function sayLinksOfAccepted(
  { id, type }: { id: string; type: ReconstructionType },
  { links, routes }: Pick<Reply<unknown>, 'links' | 'routes'>,
  context: Context,
): Promise<void> {
  const until = links?.[type];
  if (until === undefined) return;
  const listed = routes?.has('invitations') ? await listedOpen(id, context) : undefined;
  const count = listed?.filter((one) => one.type === type).length ?? 1;
  const photos = `for ${typeWord(type)} photos of patient ${id}`;
  const end = untilText(until);
  context.streams.say({
    before:
      count > 1
        ? `${count} links ${photos} are out, the last until ${end}, and take no photos now; to take them back`
        : `a link ${photos} is out until ${end}, and takes no photos now; to take it back`,
    command: ['invite', id, '--type', type, '--revoke'],
  });
}

/** Those of a patient, the newest first; undefined where they cannot be read, or not as they should be. */
export async function listedOpen(id: string, { client, streams }: Context) {
  try {
    const listed = await (await client()).listInvitations(id);
    const open = listed.filter((one) => one?.sent_at === null);
    const told = open.map(({ type, expires_at, former_address: formerAddress, sent_before: sentBefore = [] }) => ({
      ...{ type, formerAddress, sentBefore },
      until: Date.parse(expires_at),
    }));
    return told.length === 0 || told.some(({ until }) => Number.isNaN(until)) ? undefined : told;
  } catch (error) {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    streams.detail(`the links of patient ${id} cannot be told: ${error.message}`);
    return undefined;
  }
}

/** What follows the words on a link at which photos wait that another patient has. */
const sentBeforeText = (before: readonly SentBefore[]): string =>
  sameAsOthers(before)
    .map((text) => `; ${printable(text)}`)
    .join('');

/** What follows the words on a link that leads to where the service was. */
export const formerText = (address: string | undefined): string =>
  address === undefined ? '' : `, leads to ${printable(address)}, where the service was before`;

interface Wish {
  selection?: Selection | undefined;
  lookedHere?: Wish | undefined;
}

/**
 * A list as it was asked for, with the links that are out now where it asks for their patients.
 * @throws ReconError `not_offered` where the service tells of none: those of this machine are not all
 */
export async function withLinksOut<T extends Wish>(wish: T, context: Context): Promise<T> {
  if (!wish.selection?.statuses?.includes(LINK_OUT)) return wish;
  const client = await context.client();
  const first = await client.listNobody();
  if (!first.routes?.has('open-invitations')) throw noLinksTold();
  const links = await client.listOpenInvitations();
  const told = (one: Wish) => ({ ...one, selection: { ...one.selection, links } });
  return { ...wish, ...told(wish), ...(wish.lookedHere && { lookedHere: told(wish.lookedHere) }) };
}

const noLinksTold = () =>
  new ReconError('not_offered', 'this service has no way to tell of the links of all patients', {
    hint: { command: ['status'], because: 'to see for whom links were made on this machine' },
  });
