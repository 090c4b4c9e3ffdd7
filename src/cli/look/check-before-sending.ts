import type { Given } from '../../core/changes/sent-before.ts';
import type { ReconstructionInput } from '../../core/client.ts';
import type { Draft } from '../../core/draft.ts';
import type { Context } from '../context.ts';
import type { RequestOptions } from '../request/read-draft.ts';
import type { LookWishes } from './look-and-ask.ts';
import { photosOfOthers } from './photos-of-others.ts';
import { photosThatFailed, type SentAgain } from './photos-that-failed.ts';

export interface SendingWishes extends LookWishes {
  options: RequestOptions;
  /** Whom the photos are given for. */
  given: Given;
  /** The patient whose last generation may have failed of one of the photos. */
  again?: (() => Promise<SentAgain | undefined>) | undefined;
  /** Throws where the service cannot be asked; left out where it has answered already. */
  reach?: (() => Promise<void>) | undefined;
}

/**
 * Looks at the photos that are about to be sent: on a terminal, elsewhere with `--photo-check`. It tells what a
 * generation would refuse, and asks whether to go on where there is somebody to ask and something to ask about. Photos
 * that were sent for somebody else are told also where nobody looks.
 * @returns false where a person has changed the draft
 * @throws ReconError `declined` where the answer is no, and what `context.client()` throws before a question;
 *   whatever else happens, the command goes on
 */
export async function checkBeforeSending(
  draft: Draft,
  reconstruction: ReconstructionInput | undefined,
  wishes: SendingWishes,
  context: Context,
): Promise<boolean> {
  const isSent = await check(draft, reconstruction, wishes, context);
  // Nobody looks at them again.
  if (isSent) delete draft.photoFolder?.opened;
  return isSent;
}

async function check(
  draft: Draft,
  reconstruction: ReconstructionInput | undefined,
  { options, given, again, reach = async () => void (await context.client()), ...wishes }: SendingWishes,
  context: Context,
): Promise<boolean> {
  if (reconstruction === undefined || reconstruction.photos.length === 0) return true;
  const { dryRun } = context.globals();
  const looks = options['photoCheck'] ?? context.streams.stderrIsTty();
  const asks = looks !== false && context.mayAsk() && options['yes'] !== true && !dryRun;
  // Nobody answers a question about photos that cannot be sent.
  if (asks) await reach();
  const { photos } = reconstruction;
  const others = await photosOfOthers(photos, given, context);
  const sent = await again?.();
  const failed = sent === undefined ? [] : await photosThatFailed(photos, sent, { fetches: looks !== false }, context);
  const known = [...failed, ...others];
  if (looks === false) {
    for (const { finding } of known) context.streams.warn(finding.sentence);
    return true;
  }
  const { lookAndAsk } = await import('./look-and-ask.ts');
  return await lookAndAsk(draft, reconstruction, { asks, known, ...wishes }, context);
}
