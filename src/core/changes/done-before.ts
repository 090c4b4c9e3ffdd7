import type { PatientInput } from '../../contract/patient.ts';
import { hasCode, ReconError } from '../../errors.ts';
import type { Client } from '../client.ts';
import type { Journal } from '../journal/journal.ts';
import { agreesInOne } from '../same-person.ts';

/**
 * The patient that an earlier run has made of this row of an import, if it has. With another token than this one it may
 * have been on another service, which had the same address before: there the id must be of somebody like the row.
 * @throws ReconError `already_exists` where that patient is not there any more, or is somebody else: deleted or
 * transferred, it is not for an import to bring it back unasked
 */
export async function doneBefore(
  { row, person, allowSame }: { row: string; person: PatientInput; allowSame: boolean },
  client: Client,
  journal: Journal,
): Promise<string | undefined> {
  const done = await journal.done(row);
  if (done === undefined) return undefined;
  const { patient: id, account = journal.account } = done;
  const there = await client.getPatient(id).catch((thrown) => {
    if (hasCode(thrown, 'not_found')) return undefined;
    throw thrown;
  });
  if (there !== undefined && (account === journal.account || agreesInOne(there.body?.patient, person))) return id;
  if (allowSame) return undefined;
  const isGone = there === undefined;
  const what = isGone ? 'the service no longer has that patient' : 'that patient has another name, email and phone';
  const why = isGone
    ? 'it was deleted or transferred since'
    : 'that was with another token, maybe on another service at this address';
  throw new ReconError('already_exists', `an earlier run created patient ${id} from this row, and ${what}`, {
    details: [why],
    hint: 'the same command with --allow-same, which makes it again',
  });
}
