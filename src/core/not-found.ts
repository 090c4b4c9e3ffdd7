import { ReconError } from '../errors.ts';

/** Runs a request about one patient; a 404 names the patient. */
export async function namingPatient<T>(id: string, run: () => Promise<T>, orElse = ''): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof ReconError) || thrown.code !== 'not_found') throw thrown;
    throw new ReconError('not_found', `there is no patient ${id} in this account${orElse}`, {
      hint: 'recon patients list',
      details: ['it may have been deleted or transferred', ...thrown.details],
      cause: thrown,
      ...(thrown.status === undefined ? {} : { status: thrown.status }),
      ...(thrown.requestId === undefined ? {} : { requestId: thrown.requestId }),
    });
  }
}
