import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundled, decoderProgram } from './engine-worker.ts';

export interface ServiceProcess {
  url: string;
  token: string;
  pid: number;
  /** `kill -9`: nothing in the process gets to do anything any more. */
  kill(): Promise<void>;
}

export interface StartingService extends Pick<ServiceProcess, 'kill'> {
  /** Undefined if the process ended before it took requests. */
  listening: Promise<ServiceProcess | undefined>;
  ended: Promise<unknown>;
}

interface ProcessOptions {
  node?: string;
  /** A program with its arguments that runs the service's and ends with it. */
  under?: readonly string[];
}

/** The service as a process, with its own memory and its own locks. */
export async function spawnService(
  dataFolder: string,
  workerUrl: URL,
  options?: ProcessOptions,
): Promise<ServiceProcess> {
  const service = await (await beginService(dataFolder, workerUrl, options)).listening;
  if (service === undefined) throw new Error('the service ended before it listened');
  return service;
}

/** The same, for a test that does not wait until it takes requests. */
export async function beginService(
  dataFolder: string,
  workerUrl: URL,
  { node = process.execPath, under = [] }: ProcessOptions = {},
): Promise<StartingService> {
  const program = fileURLToPath(await bundled('test/support/programs/serve.ts', 'serve'));
  const decoderUrl = (await decoderProgram()).href;
  const [command, ...args] = [...under, node, program, dataFolder, workerUrl.href, decoderUrl];
  const child = spawn(command!, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let { pid } = child;
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(pid!, 'SIGKILL');
    await ended;
  };
  const line = once(child.stdout, 'data').then(([chunk]) => String(chunk));
  const listening = Promise.race([line, ended.then(() => undefined)]).then((said) => {
    if (said === undefined) return undefined;
    const service = JSON.parse(said) as Omit<ServiceProcess, 'kill'>;
    ({ pid } = service);
    return { ...service, kill };
  });
  return { listening, ended, kill };
}
