import type { CommanderError } from 'commander';
import { type Advice, ReconError } from '../errors.ts';

/**
 * Commander's complaint in this program's words. `error: unknown option '--nmae'\n(Did you mean
 * --name?)` → the message, with the nearest name, and where the right words stand.
 */
export function usageError(error: CommanderError, commandPath: string): ReconError {
  const [first = '', ...rest] = error.message.split('\n');
  const message = first.replace(/^error: /, '').replace(/\.$/, '');
  const nearest = /\(Did you mean (.+)\?\)/.exec(rest.join(' '))?.[1];
  return new ReconError('usage', nearest === undefined ? message : `${message}; did you mean ${nearest}?`, {
    hint: helpOf(commandPath),
    cause: error,
  });
}

/** `path` as in `recon patients list`. */
export const helpOf = (path: string): Advice => ({ command: [...path.split(' ').slice(1), '--help'] });
