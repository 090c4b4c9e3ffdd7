import type { ReconstructionInput } from '../../core/client.ts';
import type { Draft } from '../../core/draft.ts';
import type { Context } from '../context.ts';
import type { RequestOptions } from '../request/read-draft.ts';
import type { LookWishes } from './look-and-ask.ts';

/**
 * Looks at the photos that are about to be sent: on a terminal, elsewhere with `--photo-check`. It tells what a
 * generation would refuse, and asks whether to go on where there is somebody to ask and something to ask about.
 * @returns false where a person has changed the draft
 * @throws ReconError `interrupted` where the answer is no, and what `context.client()` throws before a question;
 *   whatever else happens, the command goes on
 */
export async function checkBeforeSending(
  draft: Draft,
  reconstruction: ReconstructionInput | undefined,
  { options, ...wishes }: LookWishes & { options: RequestOptions },
  context: Context,
): Promise<boolean> {
  if (reconstruction === undefined || reconstruction.photos.length === 0) return true;
  if (!(options['photoCheck'] ?? context.streams.stderrIsTty())) return true;
  const asks = context.mayAsk() && options['yes'] !== true && !context.globals().dryRun;
  // Nobody answers a question about photos that cannot be sent.
  if (asks) await context.client();
  const { lookAndAsk } = await import('./look-and-ask.ts');
  return await lookAndAsk(draft, reconstruction, { asks, ...wishes }, context);
}
