import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';

export async function getConfig(key: string, { configuration, streams }: Context): Promise<void> {
  const setting = await (await configuration()).get(key);
  if (setting === undefined)
    throw new ReconError('not_found', `${key} is not set`, { hint: { command: ['config', 'list'] } });
  await streams.answer(setting.text);
}
