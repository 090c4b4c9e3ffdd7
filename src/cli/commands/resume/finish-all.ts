import type { OpenChange } from '../../../core/changes/left-open.ts';
import { ReconError } from '../../../errors.ts';
import type { Changes, Context } from '../../context.ts';
import { tellFinished } from './tell-finished.ts';

export interface Unfinished {
  about: OpenChange | undefined;
  error: ReconError;
}

/** Some at a time, because each may have to wait until its request can no longer be at work. */
export async function finishAll(
  open: readonly OpenChange[],
  changes: Changes,
  context: Context,
): Promise<Unfinished[]> {
  const { jobs } = await context.settings();
  const failures: Unfinished[] = [];
  const left = [...open];
  const work = async () => {
    for (let about = left.shift(); about !== undefined; about = left.shift()) {
      try {
        await tellFinished(about, await changes.open.finish(about.entry), context);
      } catch (error) {
        if (context.signal.aborted || !(error instanceof ReconError)) throw error;
        failures.push({ about, error });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs.value, open.length) }, work));
  return failures;
}
