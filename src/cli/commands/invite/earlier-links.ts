import type { PatientAnswer } from '../../../contract/answers.ts';
import { RECONSTRUCTION_TYPES, type ReconstructionType, typeWord } from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { acceptedOf } from '../../../core/chosen-reconstructions.ts';
import type { MadeInvitation } from '../../../core/invitation.ts';
import { type InvitationMade, stillOut } from '../../../core/invitations-made.ts';
import { type Line, ReconError } from '../../../errors.ts';
import { untilText } from '../../../system/local-time.ts';
import type { Context } from '../../context.ts';
import { listedOpen } from '../../links-out.ts';
import { ago } from '../../output/ago.ts';
import { printable } from '../../output/printable.ts';
import { openOnes } from '../revoke-links.ts';

interface Wanted {
  id: string;
  type: ReconstructionType;
}

/** What this machine has noted of an earlier link. */
export async function notedHere({ id, type }: Wanted, context: Context): Promise<InvitationMade | undefined> {
  const made = await (await context.invitationsMade()).read(context.clock.now()).catch(() => []);
  return made.find((one) => one.id === id && one.type === type);
}

/** Of a link for the same photos of `whom`, before another one is made; undefined where none is known. */
export async function linkOutAlready(
  wanted: Wanted,
  whom: string,
  shown: Reply<PatientAnswer>,
  context: Context,
): Promise<Line | undefined> {
  const { type } = wanted;
  const until = shown.links?.[type];
  if (until !== undefined) {
    const open = shown.routes?.has('invitations') ? await listedOpen(wanted.id, context) : undefined;
    const former = open?.find((one) => one.type === type)?.formerAddress;
    const works =
      former !== undefined
        ? `leads to ${printable(former)}, where the service was before, and opens only if it is found there`
        : acceptedOf(shown, type) === true
          ? `takes no photos while that model is accepted, and ends ${untilText(until)}`
          : `works until ${untilText(until)}, and a new one does not end it`;
    return {
      before: `a link for ${typeWord(type)} photos of ${whom}, is out already. It ${works}. To take back what is out for these photos`,
      command: revoking(wanted),
    };
  }
  if (shown.routes?.has('invitations')) return undefined;
  return notedLine(await notedHere(wanted, context), `${whom},`, shown, context);
}

/** Of links for other photos of the patient: one of them may have been meant, or made by mistake. */
export function otherLinksOut({ id, type }: Wanted, { links = {} }: Reply<PatientAnswer>): Line[] {
  const others = RECONSTRUCTION_TYPES.filter((one) => one !== type && links[one] !== undefined);
  return others.map((other) => ({
    before: `a link for ${typeWord(other)} photos is out, too, until ${untilText(links[other]!)}; to take it back`,
    command: revoking({ id, type: other }),
  }));
}

interface Made extends Wanted {
  reply: MadeInvitation;
  /** What this machine had noted of an earlier one. */
  earlier: InvitationMade | undefined;
}

/** Tells of an earlier link of the same kind that still works. The link is made: what cannot be read is left out. */
export async function tellEarlier({ id, type, reply, earlier }: Made, context: Context): Promise<void> {
  const { streams, clock } = context;
  try {
    const client = await context.client();
    if (reply.routes?.has('invitations')) {
      const others = openOnes(await client.listInvitations(id), type).filter(
        (one) => String(one.id) !== reply.made?.id,
      );
      const [last] = others;
      if (last === undefined) return;
      const until = untilText(Math.max(...others.map((one) => Date.parse(one.expires_at))));
      const made = ago(last.created_at, reply.answeredAt ?? clock.now());
      const which =
        others.length === 1
          ? `an earlier ${typeWord(type)} link of patient ${id}, made ${made}, works too`
          : `${others.length} earlier ${typeWord(type)} links of patient ${id} work too`;
      streams.note({
        before: `${which}, until ${until}; to take all of them back, the new one too`,
        command: revoking({ id, type }),
      });
    } else if (earlier !== undefined) {
      const line = notedLine(earlier, `patient ${id},`, await client.getPatient(id), context);
      if (line !== undefined) streams.note(line);
    }
  } catch (error) {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    streams.detail(`earlier links of patient ${id} cannot be told: ${error.message}`);
  }
}

const revoking = ({ id, type }: Wanted) => ['invite', id, '--type', type, '--revoke'];

/** Of a service that tells of no links. */
function notedLine(
  earlier: InvitationMade | undefined,
  whom: string,
  { body, answeredAt }: Reply<PatientAnswer>,
  { clock }: Context,
): string | undefined {
  if (earlier === undefined || stillOut([earlier], body?.patient ? [body.patient] : []).length === 0) return undefined;
  const made = ago(new Date(earlier.at).toISOString(), answeredAt ?? clock.now());
  return `an earlier ${typeWord(earlier.type)} link of ${whom} made here ${made}, may work too; this service has no way to take one back`;
}
