import type { Clock } from '../clock.ts';
import type { Received } from '../contract/answers.ts';
import { measureWords } from '../contract/measure-hints.ts';
import { FAILURE_HEADER } from '../contract/own-routes.ts';
import type { Patient } from '../contract/patient.ts';
import { generationStateOf, MEASURES, type ReconstructionType, shortTypeOf } from '../contract/reconstruction.ts';
import { hasCode, ReconError } from '../errors.ts';
import { idText } from './answer.ts';
import type { Client } from './client.ts';

/** A service that can be asked why a generation failed. */
type Asked = Pick<Client, 'askFailure' | 'openDownload'>;

/**
 * Why a generation failed, as far as the service tells. The interface has no field for it. Ours is asked for it; some
 * services, and ours before 0.38, say it when the download of a failed reconstruction is refused, or beside the earlier
 * model that is given instead.
 */
export async function failureReason(client: Asked, id: string, type: ReconstructionType): Promise<string | undefined> {
  try {
    const told = client.askFailure(id, type);
    if (told !== undefined) return forPerson(await told);
    const { headers, body } = await client.openDownload(id, type);
    body.destroy();
    return forPerson(headers[FAILURE_HEADER]);
  } catch (thrown) {
    if (hasCode(thrown, 'refused')) return forPerson(thrown.said);
    if (thrown instanceof ReconError && !thrown.isStop) return undefined;
    throw thrown;
  }
}

/** An earlier version of our service names a measure as it is sent. */
const forPerson = (reason: string | undefined) =>
  MEASURES.reduce((text, name) => text?.replaceAll(name, measureWords(name)), reason);

/** By patient id and type. */
export type Reasons = ReadonlyMap<string, ReadonlyMap<ReconstructionType, string>>;

/** More would be a load that nobody asked for. */
const MOST_ASKED = 20;
const AT_ONCE = 4;
/** A list does not wait longer for what only explains it. */
const PATIENCE_MS = 3000;

/** Asks why reconstructions failed, once for each as long as it stays as it is. */
export function failureReasons(client: Asked, clock: Pick<Clock, 'sleep'>) {
  const known = new Map<string, Promise<string | undefined>>();
  return async (patients: readonly Received<Patient>[]): Promise<Reasons> => {
    const failed = patients.flatMap(failedOf).slice(0, MOST_ASKED);
    const reasons = new Map<string, Map<ReconstructionType, string>>();
    const left = [...failed];
    const work = async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) {
        const { id, type, state } = one;
        const reason = await (known.get(state) ?? failureReason(client, id, type));
        known.set(state, Promise.resolve(reason));
        if (reason !== undefined) reasons.set(id, new Map([...(reasons.get(id) ?? []), [type, reason]]));
      }
    };
    if (failed.length === 0) return reasons;
    const tooLate = new AbortController();
    const asked = Promise.all(Array.from({ length: Math.min(AT_ONCE, failed.length) }, work));
    await Promise.race([asked, clock.sleep(PATIENCE_MS, tooLate.signal).catch(() => {})]);
    tooLate.abort();
    // Nobody waits for those any more.
    left.length = 0;
    asked.catch(() => {});
    return new Map(reasons);
  };
}

/** Why each failed model of these patients failed, however many there are; `untold`: of how many the service does not say it. */
export async function everyFailureReason(client: Asked, patients: readonly Received<Patient>[]) {
  const left = patients.flatMap(failedOf);
  const reasons = new Map<string, Map<ReconstructionType, string>>();
  let untold = 0;
  const work = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      const { id, type } = one;
      const reason = await failureReason(client, id, type);
      if (reason === undefined) untold += 1;
      else reasons.set(id, new Map([...(reasons.get(id) ?? []), [type, reason]]));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { reasons: reasons as Reasons, untold };
}

function failedOf(patient: Received<Patient>) {
  const id = idText(patient?.id);
  const all = patient?.reconstructions;
  if (id === undefined || !Array.isArray(all)) return [];
  return all.flatMap((one) => {
    const type = shortTypeOf(one?.type);
    if (type === undefined || generationStateOf(one?.status) !== 'failed') return [];
    return [{ id, type, state: JSON.stringify([id, type, one?.status, String(one?.updated_at)]) }];
  });
}
