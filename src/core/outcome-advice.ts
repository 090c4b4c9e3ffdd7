import { type Advice, hasCode, ReconError } from '../errors.ts';
import { outcomeUnknown } from '../http/errors.ts';
import { LOCAL_NUMBER_DIGITS } from './phone.ts';

/** What helps where the service has lost a file: new photos would hide it. */
export const TELL_OPERATOR = {
  command: ['doctor', '--files'],
  because: 'typed by the operator of the service, on its machine; it tells how the file comes back',
};

/** Runs a request about one patient; a 404 names the patient. */
export async function namingPatient<T>(id: string, run: () => Promise<T>, orElse = ''): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (!hasCode(thrown, 'not_found')) throw thrown;
    throw thrown.with({
      message: `there is no patient ${id} in this account${orElse}`,
      hint: { command: ['patients', 'list'] },
      details: [
        'it may have been deleted or transferred',
        ...(id.length >= LOCAL_NUMBER_DIGITS ? ['a phone number is typed with its + or a blank in it'] : []),
        ...thrown.details,
      ],
    });
  }
}

/** Runs a change. If its outcome stays unknown, the error says which command shows whether it was made. */
export async function tellingHowToLook<T>(look: Advice, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (thrown) {
    if (!(thrown instanceof ReconError)) throw thrown;
    const isSilentStop = thrown.isStop && thrown.hint === undefined && thrown.details.length > 0;
    throw isSilentStop || thrown.code === 'outcome_unknown' ? thrown.with({ hint: look }) : thrown;
  }
}

/** Reads the 2xx answer of a change; an answer that cannot be read leaves the outcome unknown. */
export function readChange<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw hasCode(thrown, 'protocol') ? outcomeUnknown(thrown) : thrown;
  }
}
