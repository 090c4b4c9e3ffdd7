import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Prompt } from '../io/prompt.ts';

/** What was typed, else what a person answers. @throws ReconError `usage` where nobody can be asked */
export async function argumentOf<T>(
  typed: T | undefined,
  name: string,
  ask: (prompt: Prompt) => Promise<T>,
  context: Context,
): Promise<T> {
  if (typed !== undefined) return typed;
  if (!context.mayAsk()) throw missingArgument(name, context);
  return await ask(await context.prompt());
}

/** An argument that may be left out only where a person can be asked for it. The words are commander's own. */
export function missingArgument(name: string, context: Context): ReconError {
  const [, ...command] = context.running().split(' ');
  return new ReconError('usage', `missing required argument '${name}'`, {
    hint: { command: [...command, '--help'] },
  });
}
