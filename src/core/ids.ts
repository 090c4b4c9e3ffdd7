import { type ErrorCode, ReconError } from '../errors.ts';

/** An id that a person typed, as it goes into a path or query. @throws ReconError `usage` */
export const readId = (id: string, what = 'patient'): string => checkedId(id, what, 'usage');

/** An id of an answer, likewise. @throws ReconError `usage` for anything but digits; `protocol` above 2^53 */
export const pathId = (id: string, what = 'patient'): string => checkedId(id, what, 'protocol');

/** Above 2^53 services and their tools begin to mistake one number for another. */
function checkedId(id: string, what: string, tooLarge: ErrorCode): string {
  if (!/^\d+$/.test(id)) {
    throw new ReconError('usage', `${JSON.stringify(id.slice(0, 60))} is not a ${what} id: an id is a whole number`);
  }
  if (BigInt(id) > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new ReconError(tooLarge, `the ${what} id ${id.slice(0, 60)} is above 2^53 and cannot be sent safely`);
  }
  return String(BigInt(id));
}
