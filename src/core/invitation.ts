import type { InvitationAnswer } from '../contract/answers.ts';
import { paths } from '../contract/paths.ts';
import type { ReconstructionType } from '../contract/reconstruction.ts';
import { hasCode, ReconError } from '../errors.ts';
import type { Transport } from '../http/transport.ts';
import { parseUrl } from '../system/base-url.ts';
import { type Reply, replyOf } from './answer.ts';
import { pathId } from './ids.ts';
import { namingPatient, readChange } from './outcome-advice.ts';

/** A GET on the wire, but it makes a link that lets somebody in: a change, never sent twice. */
export async function createInvitation(
  transport: Transport,
  id: string,
  type: ReconstructionType,
): Promise<Reply<InvitationAnswer>> {
  const wanted = pathId(id);
  const query = [['reconstruction_type', type]] as const;
  try {
    const answer = await namingPatient(wanted, () =>
      transport.send({ method: 'GET', path: paths.invitation(wanted), query, kind: 'change' }),
    );
    return readChange(() => withLink(replyOf<InvitationAnswer>(answer)));
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

function withLink(reply: Reply<InvitationAnswer>): Reply<InvitationAnswer> {
  const link: unknown = reply.body?.invitation_url;
  if (typeof link === 'string' && /^https?:$/.test(parseUrl(link)?.protocol ?? '')) return reply;
  throw new ReconError('protocol', 'the answer holds no link');
}
