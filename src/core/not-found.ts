import { ReconError } from '../errors.ts';

/** Runs a request about one patient; a 404 names the patient. */
export async function namingPatient<T>(id: string, run: () => Promise<T>, orElse = ''): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof ReconError) || thrown.code !== 'not_found') throw thrown;
    throw thrown.with({
      message: `there is no patient ${id} in this account${orElse}`,
      hint: { command: ['patients', 'list'] },
      details: ['it may have been deleted or transferred', ...thrown.details],
    });
  }
}
