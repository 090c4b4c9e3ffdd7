import type { ReconstructionInput } from '../../core/client.ts';
import type { Draft } from '../../core/draft.ts';
import type { Context } from '../context.ts';
import type { RequestOptions } from '../request/read-draft.ts';

/**
 * Looks at the photos that are about to be sent: on a terminal, elsewhere with `--photo-check`. It tells what a
 * generation would refuse, and asks whether to go on where there is somebody to ask and something to ask about.
 * @throws ReconError `interrupted` where the answer is no; whatever else happens, the command goes on
 */
export async function checkBeforeSending(
  draft: Draft,
  reconstruction: ReconstructionInput | undefined,
  options: RequestOptions,
  context: Context,
): Promise<void> {
  if (reconstruction === undefined || reconstruction.photos.length === 0) return;
  if (!(options['photoCheck'] ?? context.streams.stderrIsTty())) return;
  const asks = context.mayAsk() && options['yes'] !== true && !context.globals().dryRun;
  const { lookAndAsk } = await import('./look-and-ask.ts');
  await lookAndAsk(draft, reconstruction, asks, context);
}
