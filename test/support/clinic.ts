import { join } from 'node:path';
import { makeHome, type ReconHome } from './recon-home.ts';
import { tempFolder } from './temp-folder.ts';

/** A home with `recon serve` running in it; its profile `local` makes every command just work. */
export interface Clinic extends ReconHome {
  baseUrl: string;
  dataFolder: string;
  /** Stops the service as a person would, with SIGTERM; resolves with its exit code. */
  close(): Promise<number | undefined>;
}

export async function openClinic(serveArgs: string[] = []): Promise<Clinic> {
  const home = await makeHome();
  const dataFolder = join(home.folder, 'service-data');
  const service = home.start(['serve', '--port', '0', '--data', dataFolder, ...serveArgs]);
  const baseUrl = await announcedUrl(service);
  const close = async () => {
    service.kill('SIGTERM');
    const { exitCode } = await service;
    await home.remove();
    return exitCode;
  };
  return { ...home, baseUrl, dataFolder, close };
}

/** The same home, in which no command has sent anything before, until the running test ends. */
export const withoutPast = <Home extends Pick<ReconHome, 'environment'>>(home: Home): Home => ({
  ...home,
  environment: { ...home.environment, XDG_STATE_HOME: tempFolder() },
});

/** The address that the service prints once it answers. */
function announcedUrl(service: ReturnType<ReconHome['start']>): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const listen = (chunk: Buffer) => {
      heard += chunk.toString();
      const url = /https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(heard)?.[0];
      if (url !== undefined) resolve(url);
    };
    service.stdout?.on('data', listen);
    service.stderr?.on('data', listen);
    service.then(({ exitCode }) =>
      reject(new Error(`the service ended with ${exitCode} before it listened: ${heard}`)),
    );
  });
}
