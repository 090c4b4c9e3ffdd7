import { requireChange } from '../core/may-change.ts';
import { ReconError } from '../errors.ts';
import type { Context } from './context.ts';

/**
 * Refuses in a dry run what the service would refuse for its token. `ask` brings an answer of the service; one that cannot
 * be asked is told, and is no failure: what was typed is checked all the same.
 * @returns whether the service has answered
 * @throws ReconError `forbidden` where the token only reads, `not_found` where `ask` looks for a patient who is not there
 */
export async function refuseDryRun(
  ask: () => Promise<Parameters<typeof requireChange>[0]>,
  { streams }: Pick<Context, 'streams'>,
): Promise<boolean> {
  try {
    requireChange(await ask());
    return true;
  } catch (error) {
    if (!(error instanceof ReconError) || error.isStop || ['forbidden', 'not_found'].includes(error.code)) throw error;
    streams.note(`whether the service would take it cannot be told: ${error.message}`);
    return false;
  }
}

/** How the last line of a dry run begins: `head`, where nothing that was told before says otherwise. */
export const dryRunHead = (head: string, { streams }: Pick<Context, 'streams'>): string =>
  `dry run: ${head}${streams.hasWarned() ? ', but look at what is told above first' : ''}`;
