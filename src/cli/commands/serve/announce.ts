import type { Context } from '../../context.ts';
import type { RunningService } from './serve.ts';

/** Says where the service is and what to type next; the address alone goes to stdout. */
export async function announce(service: RunningService, dataFolder: string, context: Context): Promise<void> {
  const { streams, configuration } = context;
  const { isDefault } = await configuration.saveLocalService({
    baseUrl: service.url,
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
