import { ReconError } from '../errors.ts';

/**
 * An id as it goes into a path or query.
 * @throws ReconError `usage` for anything but digits; `protocol` above 2^53, where services and
 * their tools begin to mistake one number for another
 */
export function pathId(id: string, what = 'patient'): string {
  if (!/^\d+$/.test(id)) {
    throw new ReconError('usage', `${JSON.stringify(id.slice(0, 60))} is not a ${what} id: an id is a whole number`);
  }
  if (BigInt(id) > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new ReconError('protocol', `the ${what} id ${id.slice(0, 60)} is above 2^53 and cannot be sent safely`);
  }
  return String(BigInt(id));
}
