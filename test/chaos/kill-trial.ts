import { setTimeout as sleep } from 'node:timers/promises';
import type { ReconHome } from '../support/recon-home.ts';

/** When a run is killed: some time after it began, or after its so-many-th request of the watched kind. */
export interface KillPlan {
  afterRequests: number;
  delayMs: number;
}

/** Some anywhere in the run, most around a request, where there is most to lose. */
export function killPlan(random: () => number): KillPlan {
  if (random() < 0.3) return { afterRequests: 0, delayMs: 100 + random() * 2400 };
  return { afterRequests: 1 + Math.floor(random() * 2), delayMs: random() ** 2 * 250 };
}

/** Runs to its end, or is killed with -9 as planned. `onWatched` registers what to call at each watched request. */
export async function runKilled(
  home: ReconHome,
  args: string[],
  plan: KillPlan | undefined,
  onWatched: (listen: () => void) => void,
) {
  let seen = 0;
  let kill = () => {};
  const run = home.start(args);
  const ended = run.then(({ exitCode, signal, stdout, stderr }) => ({
    exitCode,
    wasKilled: signal === 'SIGKILL',
    stdout: String(stdout),
    stderr: String(stderr),
  }));
  if (plan !== undefined) {
    const struck = new Promise<void>((resolve) => {
      kill = resolve;
    });
    onWatched(() => {
      seen += 1;
      if (plan.afterRequests > 0 && seen >= plan.afterRequests) kill();
    });
    // One that is waiting out its quiet period sends nothing: it is killed there.
    const moment = plan.afterRequests === 0 ? sleep(0) : Promise.race([struck, sleep(5000)]);
    void moment.then(() => sleep(plan.delayMs)).then(() => run.kill('SIGKILL'));
  }
  return await ended;
}
