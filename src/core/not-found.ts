import { ReconError } from '../errors.ts';
import { withHint } from './lost-answer.ts';

/** Runs a request about one patient; a 404 names the patient. */
export async function namingPatient<T>(id: string, run: () => Promise<T>, orElse = ''): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof ReconError) || thrown.code !== 'not_found') throw thrown;
    const hint = 'It may have been deleted or transferred. See: recon patients list';
    throw withHint(thrown, hint, `There is no patient ${id} in this account${orElse}`);
  }
}
