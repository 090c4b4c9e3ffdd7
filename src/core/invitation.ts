import type { InvitationAnswer, ResultAnswer } from '../contract/answers.ts';
import {
  type InvitationsAnswer,
  LANGUAGE_HEADER,
  LIFETIME_HEADER,
  type ListedInvitation,
  MADE_HEADER,
  type OpenInvitationsAnswer,
  ownPaths,
} from '../contract/own-routes.ts';
import { paths } from '../contract/paths.ts';
import { LANGUAGE_PARAMETER } from '../contract/patient-page.ts';
import { isReconstructionType, type ReconstructionType } from '../contract/reconstruction.ts';
import { hasCode, ReconError } from '../errors.ts';
import type { Answer } from '../http/operation.ts';
import type { Transport } from '../http/transport.ts';
import { parseUrl } from '../system/base-url.ts';
import type { Language } from '../system/languages.ts';
import { idText, type Reply, replyOf } from './answer.ts';
import { pathId } from './ids.ts';
import type { InvitationMade } from './invitations-made.ts';
import { namingPatient, readChange } from './outcome-advice.ts';
import { sendChange, successOf } from './patients.ts';

/** A link, and what our service tells of it beside the interface. */
export interface MadeInvitation extends Reply<InvitationAnswer> {
  made?: { id: string; expiresAt: number } | undefined;
}

export interface LinkWishes {
  /** How long it is to work, as `30m`. */
  lifetime?: string | undefined;
  /** Of its page. */
  language?: Language | undefined;
}

/** The page behind the link is in this language, whatever the browser asks for. */
export const hasLanguage = (link: string, language: Language): boolean =>
  parseUrl(link)?.searchParams.get(LANGUAGE_PARAMETER) === language;

/**
 * A GET on the wire, but it makes a link that lets somebody in: a change, never sent twice. A service that does not know
 * the wishes makes a link of its usual time, whose page is in the browser's language.
 */
export async function createInvitation(
  transport: Transport,
  id: string,
  type: ReconstructionType,
  { lifetime, language }: LinkWishes = {},
): Promise<MadeInvitation> {
  const wanted = pathId(id);
  const query = [['reconstruction_type', type]] as const;
  const headers = {
    ...(lifetime !== undefined && { [LIFETIME_HEADER]: lifetime }),
    ...(language !== undefined && { [LANGUAGE_HEADER]: language }),
  };
  try {
    const answer = await namingPatient(wanted, () =>
      transport.send({ method: 'GET', path: paths.invitation(wanted), query, headers, kind: 'change' }),
    );
    return readChange(() => ({ ...withLink(replyOf<InvitationAnswer>(answer)), made: madeOf(answer) }));
  } catch (thrown) {
    if (!hasCode(thrown, 'outcome_unknown')) throw thrown;
    throw thrown.with({
      hint: {
        command: ['invite', wanted, '--type', type],
        because: 'which makes a new link; an earlier one may exist',
      },
    });
  }
}

/** `id=12, expires=2026-01-02T03:04:05.678Z`; other services say nothing. */
function madeOf({ headers }: Answer): MadeInvitation['made'] {
  const [, id, time = ''] = /^id=(\d{1,15}), expires=(\S{20,30})$/.exec(headers[MADE_HEADER] ?? '') ?? [];
  const expiresAt = Date.parse(time);
  return id === undefined || Number.isNaN(expiresAt) ? undefined : { id, expiresAt };
}

/** The links of a patient that our service tells of, the newest first. */
export async function listInvitations(transport: Transport, id: string): Promise<ListedInvitation[]> {
  const wanted = pathId(id);
  const answer = await namingPatient(wanted, () =>
    transport.send({ method: 'GET', path: ownPaths.invitations(wanted), kind: 'read' }),
  );
  const invitations: unknown = replyOf<InvitationsAnswer>(answer).body?.invitations;
  if (!Array.isArray(invitations)) throw new ReconError('protocol', 'the answer holds no list of invitations');
  return invitations as ListedInvitation[];
}

/** The links of all patients by which photos can still be sent, one entry for each patient and type. */
export async function listOpenInvitations(transport: Transport): Promise<InvitationMade[]> {
  const answer = await transport.send({ method: 'GET', path: ownPaths.openInvitations(), kind: 'read' });
  const { body } = replyOf<OpenInvitationsAnswer>(answer);
  if (!Array.isArray(body?.invitations)) throw new ReconError('protocol', 'the answer holds no list of invitations');
  return body.invitations.flatMap((one) => {
    const [id, at, expiresAt] = [idText(one?.patient_id), timeIn(one?.created_at), timeIn(one?.expires_at)];
    return id === undefined || !isReconstructionType(one?.type) || at === undefined
      ? []
      : [{ id, type: one.type, at, expiresAt, links: countIn(one.links), formerAddress: textIn(one.former_address) }];
  });
}

const countIn = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : undefined);
const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);

function timeIn(text: unknown): number | undefined {
  const time = Date.parse(String(text));
  return Number.isNaN(time) ? undefined : time;
}

/** Takes back the links of a patient for a type by which no photos were sent. */
export async function revokeInvitations(
  transport: Transport,
  id: string,
  type: ReconstructionType,
): Promise<Reply<ResultAnswer>> {
  const wanted = pathId(id);
  const change = { method: 'DELETE', path: ownPaths.invitationsOf(wanted, type), look: ['get', wanted] } as const;
  return await sendChange(transport, wanted, change, {}, (answer) =>
    successOf(answer, `take back the links of patient ${wanted}`),
  );
}

function withLink(reply: Reply<InvitationAnswer>): Reply<InvitationAnswer> {
  const link: unknown = reply.body?.invitation_url;
  if (typeof link === 'string' && /^https?:$/.test(parseUrl(link)?.protocol ?? '')) return reply;
  throw new ReconError('protocol', 'the answer holds no link');
}
