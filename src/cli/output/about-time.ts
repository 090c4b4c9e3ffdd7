import type { Provider } from '../../contract/providers.ts';
import { timeKind } from '../../core/seen-times.ts';
import type { Context } from '../context.ts';
import { formatDuration } from './duration.ts';

/** `about 5 s`: what models of a provider took at this service, else what the provider table tells. */
export type AboutTime = (provider: Provider) => string;

export async function aboutTimes({ seenTimes }: Pick<Context, 'seenTimes'>): Promise<AboutTime> {
  const seen = await (await seenTimes()).usual();
  return ({ type, usualSeconds }) =>
    `about ${formatDuration((seen(timeKind(type, usualSeconds)) ?? usualSeconds) * 1000)}`;
}
