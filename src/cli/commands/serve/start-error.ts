import { ReconError, systemErrorCode } from '../../../errors.ts';
import { isServed, type Places, tlsProblem, whereItRuns } from '../../../service/start.ts';
import { SERVICE_PORT } from '../../../system/base-url.ts';
import type { ServeOptions, ServicePlan } from './read-options.ts';
import type { Again } from './start-again.ts';

/** The start that failed. */
interface Start {
  plan: ServicePlan;
  places: Places;
  again: Again;
}

/** An error of the system in the words of a start, with the flags that change it; any other one as it is. */
export async function startError(
  error: unknown,
  { plan: { host, port, tls }, places, again }: Start,
): Promise<unknown> {
  const code = systemErrorCode(error);
  if (error instanceof ReconError || code === undefined) return error;
  const ofTls = tlsProblem(code);
  if (ofTls !== undefined) {
    const [message, hint] = ofTls;
    return new ReconError('usage', message, { hint, cause: error });
  }
  const { dataFolder } = places;
  const where = (await isServed(dataFolder).catch(() => false)) ? await whereItRuns(dataFolder) : '';
  if (code === 'EADDRINUSE' && where !== '') {
    const running = `the service on ${dataFolder} is running already${where}`;
    return new ReconError('usage', `port ${port} of ${host} is in use, and ${running}`, {
      hint: { command: ['status'], because: 'to see if commands reach it; another start is not needed' },
      cause: error,
    });
  }
  // Whoever has given a certificate wants to be reached by other machines.
  const ownHost = { host: tls === undefined ? '127.0.0.1' : '0.0.0.0' };
  const problems: Readonly<Record<string, readonly [problem: string, changed: Partial<ServeOptions>]>> = {
    EADDRINUSE: [`port ${port} of ${host} is in use already, by another service or program`, { port: '0' }],
    EACCES: [`port ${port} may not be used by this user`, { port: String(SERVICE_PORT) }],
    EADDRNOTAVAIL: [`${host} is no address of this machine`, ownHost],
    ENOTFOUND: [`${JSON.stringify(host)} is no address of this machine`, ownHost],
  };
  const [problem, changed] = problems[code] ?? [];
  if (problem === undefined || changed === undefined) return error;
  return new ReconError('usage', problem, { hint: again(changed), cause: error });
}
