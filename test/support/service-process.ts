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

/** The service as a process, with its own memory and its own locks. */
export async function spawnService(dataFolder: string, workerUrl: URL): Promise<ServiceProcess> {
  const program = await bundled('test/support/programs/serve.ts', 'serve');
  const args = [fileURLToPath(program), dataFolder, workerUrl.href, (await decoderProgram()).href];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const line = once(child.stdout, 'data').then(([chunk]) => String(chunk));
  const said = await Promise.race([line, ended.then(() => '')]);
  if (said === '') throw new Error('the service ended before it listened');
  return {
    ...(JSON.parse(said) as { url: string; token: string }),
    pid: child.pid!,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
