import { ReconError } from '../errors.ts';
import { nearest } from './nearest.ts';

/** Of a name that no account has; near names among `names` are told, and never in a line to copy. */
export function noSuchAccount(name: string, names: readonly string[]): ReconError {
  const like = nearest(name, names);
  const guess = like.length === 0 ? '' : `; did you mean ${like.join(' or ')}?`;
  return new ReconError('not_found', `there is no account ${JSON.stringify(name)}${guess}`, {
    hint: { command: ['accounts', 'list'], because: 'to see them all' },
  });
}
