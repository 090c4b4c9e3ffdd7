import { shellLine } from '../../../core/shell-line.ts';
import type { Changes, Context } from '../../context.ts';

/** What is open with another profile or at another address is not settled by this one, and must not be forgotten. */
export async function tellElsewhere(changes: Changes, { streams }: Context): Promise<void> {
  for (const { profile, service, count } of await changes.open.elsewhere()) {
    const line = shellLine('recon', 'resume', '--profile', profile, '--base-url', service);
    streams.note(`${count === 1 ? 'one change is' : `${count} changes are`} open elsewhere: ${line}`);
  }
}
