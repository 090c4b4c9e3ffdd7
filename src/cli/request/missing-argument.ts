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
  if (!context.mayAsk()) throw missingArgument(name, context, { line: [] });
  return await ask(await context.prompt());
}

/** What stands beside a missing argument on the line to type. */
export interface Beside {
  /** What of it is missing, too, as `--type and --yes`. */
  missing?: string | undefined;
  line: readonly string[];
}

/**
 * An argument that may be left out only where a person can be asked for it. The words are commander's own. The help is
 * named where nobody knows what else the line has.
 */
export function missingArgument(name: string, context: Context, beside?: Beside): ReconError {
  const [, ...command] = context.running().split(' ');
  const also = beside?.missing === undefined ? '' : `, and ${beside.missing}`;
  const rest = beside === undefined ? ['--help'] : [name.toUpperCase(), ...beside.line];
  return new ReconError('usage', `missing required argument '${name}'${also}`, {
    hint: { command: [...command, ...rest] },
  });
}
