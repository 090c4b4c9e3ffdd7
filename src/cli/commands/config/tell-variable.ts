import type { Context } from '../../context.ts';

/** A variable goes before what is kept: without a word, a setting that was just changed would seem to be as it was. */
export async function tellVariable(key: string, { configuration, streams }: Context): Promise<void> {
  // Another setting may be wrong: that is told by who needs it.
  const setting = await (await configuration()).get(key).catch(() => undefined);
  if (setting?.from !== 'environment') return;
  streams.warn(`${setting.name} in the environment goes before it: ${key} is ${JSON.stringify(setting.text)}`);
}
