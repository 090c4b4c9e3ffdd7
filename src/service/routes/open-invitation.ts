import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../deps.ts';
import { findInvitation, type OpenInvitation } from '../domain/open-invitations.ts';
import { slotsOf, type WhyKept, whyKept } from '../domain/reconstructions.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Rates } from './guard/rates.ts';

export interface SecretRoute {
  Params: { secret: string };
}

/** The path of a patient's page; the secret in it is its only access check. */
export const invitationPath = (secret: string) => `/invitations/${secret}`;

/** One answer for a link that is unknown, used or expired: it does not tell which. */
export const linkGone = () => new Refusal(404, 'not_found', 'this link does not work any more');

export const takesNoPhotos = (why: WhyKept) =>
  why === 'accepted'
    ? new Refusal(409, 'refused', 'the reconstruction is accepted, so it takes no photos', {
        hint: 'Ask the clinic',
        reason: 'accepted',
        why: 'accepted',
      })
    : new Refusal(409, 'refused', 'the reconstruction takes no photos at this moment', {
        hint: 'Open the link again in a few minutes',
      });

/**
 * The invitation that a request's secret opens.
 * @throws Refusal 404 if there is none, 409 while its reconstruction takes no photos, 429 after many wrong ones
 */
export async function openInvitation(
  { store, standing }: AppDeps,
  { wrongInvitation }: Rates,
  request: FastifyRequest<SecretRoute>,
  reply: FastifyReply,
): Promise<OpenInvitation> {
  const invitation = await findInvitation(store, request.params.secret);
  if (invitation === undefined) {
    await wrongInvitation(request);
    throw linkGone();
  }
  request.patientId = invitation.patientId;
  const slots = await slotsOf(store.db, invitation.patientId, invitation.type);
  const kept = whyKept(slots);
  if (kept !== undefined) throw takesNoPhotos(kept);
  standing.watch(reply.raw, { accountId: invitation.ownerId });
  return invitation;
}
