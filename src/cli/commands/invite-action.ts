import type { ListedInvitation } from '../../contract/own-routes.ts';
import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { MadeInvitation } from '../../core/invitation.ts';
import { type InvitationMade, stillOut } from '../../core/invitations-made.ts';
import { requireRoute } from '../../core/own-routes.ts';
import { ReconError } from '../../errors.ts';
import { isLoopback } from '../../system/base-url.ts';
import type { Context } from '../context.ts';
import { FOLLOWED_LIFETIME, followInvitation, reconstructionState } from '../follow-invitation.ts';
import { openLink } from '../open-browser.ts';
import { ago } from '../output/ago.ts';
import { untilText } from '../output/local-time.ts';
import { printableJson } from '../output/printable.ts';
import { anyType, typedType } from '../request/ask-type.ts';
import { patientId } from '../request/whom.ts';

export interface InviteOptions {
  type?: string;
  qr?: boolean;
  open?: boolean;
  copy?: boolean;
  card?: string;
  language?: string;
  here?: boolean;
  revoke?: boolean;
}

/** The link alone is the answer; all else stands beside it, on stderr. */
export async function makeInvitation(
  typed: string | undefined,
  options: InviteOptions,
  context: Context,
): Promise<void> {
  const { streams } = context;
  const given = typedType(options.type, context);
  if (options.revoke) return await revoke(typed, given, options, context);
  const drawSheet = await sheetOf(options, context);
  const id = await patientId(typed, { change: 'Make a link for' }, context);
  const type = given ?? (await anyType(id, context));
  if (context.globals().dryRun) return streams.say(`dry run: would make a link for patient ${id}`);
  const client = await context.client();
  const before = options.here ? (await client.getPatient(id)).body?.patient : undefined;
  const reply = await client.createInvitation(id, type, options.here ? FOLLOWED_LIFETIME.text : undefined);
  const link = reply.body?.invitation_url ?? '';
  const at = reply.answeredAt ?? context.clock.now();
  const earlier = await earlierNote(id, type, context);
  await note({ id, type, at, expiresAt: reply.made?.expiresAt }, context);
  await answer(reply, link, context);
  const opened = await handOut(link, options, context);
  await drawSheet?.(link, reply.made?.expiresAt);
  await tellEarlier({ id, type, reply, earlier }, context);
  if (options.here) {
    await followInvitation({ id, type, made: reply.made, before: reconstructionState(before, type) }, context);
    const { waitAndShow } = await import('./wait-action.ts');
    await waitAndShow({ ids: [id], type, expected: true }, context);
  } else {
    if (reply.made !== undefined) streams.detail(`the link works until ${untilText(reply.made.expiresAt)}`);
    await context.sayNext({ command: ['patients', 'get', id, '--watch'], because: 'to see when the photos are there' });
  }
  await opened?.removeSoon();
}

async function answer({ text }: MadeInvitation, link: string, context: Context): Promise<void> {
  const format = await context.outputFormat();
  if (format !== 'json' && format !== 'ndjson') return await context.streams.answer(link);
  await context.writeJson(`${printableJson(text.replaceAll(/[\r\n]+/g, ' ').trim())}\n`);
}

/** Gives the link to whoever is to have it. */
async function handOut(link: string, { qr, here, open, copy }: InviteOptions, context: Context) {
  const { streams } = context;
  if (qr || here) await drawCode(link, context);
  if (copy) await (await import('../copy-text.ts')).copyText(link, 'the link', context);
  const opened = open ? await openLink(link, context) : undefined;
  if (isLoopback(new URL(link).hostname)) {
    const before = 'this link opens on this machine only; for one that others can open';
    streams.warn({ before, command: ['serve', '--public-url', 'URL'] });
  }
  return opened;
}

async function drawCode(link: string, { streams }: Context): Promise<void> {
  const { qrText } = await import('../output/qr-text.ts');
  const code = qrText(link, { isColoured: streams.stderrIsTty() });
  if (code === undefined) return streams.warn(`the link has ${link.length} characters, too many for a QR code`);
  if (streams.stderrIsTty() && code.width > streams.columns()) {
    return streams.warn(`the QR code is ${code.width} columns wide, and this terminal has ${streams.columns()}`);
  }
  streams.draw(code.text);
}

/** What draws the sheet to print, once there is a link; all that can be wrong is told before one is made. */
async function sheetOf({ card, language }: InviteOptions, context: Context) {
  if (card === undefined) {
    if (language === undefined) return undefined;
    throw new ReconError('usage', '--language is the language of --card FILE, which is missing');
  }
  return await (await import('../write-sheet.ts')).prepareSheet(card, language, context);
}

/** The link is made; that it cannot be noted is no failure of it. */
async function note(made: InvitationMade, { invitationsMade, streams }: Context): Promise<void> {
  try {
    await (await invitationsMade()).add(made);
  } catch (error) {
    streams.detail(
      `this invitation could not be noted for the status: ${error instanceof Error ? error.message : error}`,
    );
  }
}

async function earlierNote(id: string, type: ReconstructionType, context: Context) {
  const made = await (await context.invitationsMade()).read(context.clock.now()).catch(() => []);
  return made.find((one) => one.id === id && one.type === type);
}

interface Beside {
  id: string;
  type: ReconstructionType;
  reply: MadeInvitation;
  /** What this machine has noted of an earlier one. */
  earlier: InvitationMade | undefined;
}

/** Tells of an earlier link of the same kind that still works. The link is made: what cannot be read is left out. */
async function tellEarlier({ id, type, reply, earlier }: Beside, context: Context): Promise<void> {
  const { streams, clock } = context;
  const client = await context.client();
  const now = reply.answeredAt ?? clock.now();
  try {
    if (reply.routes?.has('invitations')) {
      const [last] = openOnes(await client.listInvitations(id), type).filter(
        (one) => String(one.id) !== reply.made?.id,
      );
      if (last === undefined) return;
      const until = untilText(Date.parse(last.expires_at));
      streams.note({
        before: `an earlier ${type} link of patient ${id}, made ${ago(last.created_at, now)}, works too, until ${until}; to take them back`,
        command: ['invite', id, '--type', type, '--revoke'],
      });
    } else if (earlier !== undefined) {
      const { body } = await client.getPatient(id);
      if (stillOut([earlier], body?.patient ? [body.patient] : []).length === 0) return;
      const made = ago(new Date(earlier.at).toISOString(), now);
      streams.note(
        `an earlier ${type} link of patient ${id}, made here ${made}, may work too; this service has no way to take one back`,
      );
    }
  } catch (error) {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    streams.detail(`earlier links of patient ${id} cannot be told: ${error.message}`);
  }
}

const openOnes = (all: readonly ListedInvitation[], type: ReconstructionType) =>
  all.filter((one) => one?.type === type && one.sent_at === null);

async function revoke(
  typed: string | undefined,
  given: ReconstructionType | undefined,
  { qr, open, copy, card, here, language }: InviteOptions,
  context: Context,
): Promise<void> {
  if (qr || open || copy || card !== undefined || here || language !== undefined) {
    throw new ReconError('usage', '--revoke makes no link, so only --type goes with it');
  }
  const { streams } = context;
  const id = await patientId(typed, { change: 'Take back the links of' }, context);
  const client = await context.client();
  requireRoute(await client.getPatient(id), 'invitations');
  const type = given ?? (await anyType(id, context));
  const out = openOnes(await client.listInvitations(id), type);
  const links = out.length === 1 ? 'one link' : `${out.length} links`;
  if (out.length === 0) return streams.say(`no ${type} link of patient ${id} is out`);
  if (context.globals().dryRun) return streams.say(`dry run: would take back ${links} of patient ${id}`);
  const { answeredAt: at = context.clock.now() } = await client.revokeInvitations(id, type);
  await note({ id, type, at, expiresAt: at }, context);
  const came = out.reduce((sum, { photos }) => sum + (photos?.length ?? 0), 0);
  const erased =
    came === 0
      ? ''
      : `; ${came === 1 ? 'a photo' : `${came} photos`} that had come by it, not sent yet, ${came === 1 ? 'is' : 'are'} erased`;
  streams.say(`took back ${links} for ${type} photos of patient ${id}${erased}`);
}
