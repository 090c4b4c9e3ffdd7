import type { Received } from '../../contract/answers.ts';
import type { Patient } from '../../contract/patient.ts';
import { everyFailureReason } from '../../core/failure-reason.ts';
import type { Context } from '../context.ts';
import { fieldOf, fieldText } from './field-text.ts';
import { FAILURE } from './patient-columns.ts';

/**
 * The patients with why their models failed, `{"failure": {"face": "…"}}`, or null where none did. One request for each
 * failed model, so only where it is asked for.
 */
export async function withFailures(patients: readonly unknown[], { client, streams }: Context): Promise<unknown[]> {
  const { reasons, untold } = await everyFailureReason(await client(), patients as Received<Patient>[]);
  if (untold > 0) streams.warn(`the service does not say why ${untold === 1 ? '1 model' : `${untold} models`} failed`);
  return patients.map((patient) => {
    if (typeof patient !== 'object' || patient === null) return patient;
    const own = reasons.get(fieldText(fieldOf(patient, 'id')));
    return { ...patient, [FAILURE]: own === undefined ? null : Object.fromEntries(own) };
  });
}
