import type { Context } from '../../context.ts';
import type { RunningService } from './serve.ts';

/** Says where the service is and what to type next; the address alone goes to stdout. */
export async function announce(service: RunningService, dataFolder: string, context: Context): Promise<void> {
  const { streams, configuration } = context;
  const { isDefault } = await configuration.saveLocalService({
    baseUrl: reachableFromHere(service.url),
    tokenFile: service.tokenFile,
  });
  const profile = isDefault ? '' : ' --profile local';
  await streams.answer(service.url);
  streams.say(`The service is running; it keeps everything in ${dataFolder}`);
  streams.say('In another terminal, type for example:');
  streams.say(`  recon patients list${profile}`);
  streams.say(`  recon patients create${profile} --name "Ana Example" --type face --provider 5 --photos FOLDER`);
  streams.say('Ctrl-C stops it.');
}

/** A service that listens everywhere is reached from this machine by its own address. */
function reachableFromHere(text: string): string {
  const url = new URL(text);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url.origin;
}
