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
    const { message, details, hint } = noSuchPatient(id, orElse);
    throw thrown.with({ message, hint, details: [...details, ...thrown.details] });
  }
}

/** What a person is told of an id that nobody has. So many digits may be a phone number, of a patient who is there. */
export function noSuchPatient(id: string, orElse = ''): { message: string; details: string[]; hint: Advice } {
  const goneText = 'it may have been deleted or transferred';
  if (id.length < LOCAL_NUMBER_DIGITS) {
    const message = `there is no patient ${id} in this account${orElse}`;
    return { message, details: [goneText], hint: { command: ['patients', 'list'] } };
  }
  return {
    message: `there is no patient with the id ${id} in this account${orElse}`,
    details: ['digits alone are taken as an id; a phone number is typed with its + or a blank in it', goneText],
    hint: {
      command: ['patients', 'get', id.replaceAll(/(\d{3})(?=\d)/g, '$1 ')],
      because: 'if it is a phone number',
    },
  };
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
