import type { Clock } from '../../clock.ts';
import type { PatientAnswer, Received } from '../../contract/answers.ts';
import { answerKeyOf, PATIENT_FIELDS, type Patient, type PatientInput } from '../../contract/patient.ts';
import { type ReconstructionType, shortTypeOf } from '../../contract/reconstruction.ts';
import { ReconError } from '../../errors.ts';
import { idText, type Reply } from '../answer.ts';
import type { Client } from '../client.ts';
import { findAgreeing, findUnopposed } from '../find-person.ts';
import type { CreateInput, UploadHooks } from '../patients.ts';
import { isSamePerson, naturalKeyOf } from '../same-person.ts';
import type { Look, Steps } from './steps.ts';

type Listed = Received<Patient>;

export interface CreateStepsOptions {
  allowSame: boolean | 'own';
  /** What other entries have made or found, and for whom others are open. */
  others(): Promise<Others>;
  onUpload?: UploadHooks['onUpload'];
  clock: Pick<Clock, 'monotonic'>;
  noteAnswer(ms: number): void;
}

export interface Others {
  claimed: ReadonlySet<string>;
  /** Made by rows of the same import. */
  own: ReadonlySet<string>;
  isMeantByOther(patient: Listed): boolean;
}

/** Clocks of services and of ours may differ so much. */
const CLOCK_MARGIN_MS = 86_400_000;
/** One service may stamp its answers and its records by two clocks. */
const STAMP_MARGIN_MS = 300_000;

/** A create: known by name, email and phone, and told from those that were there before by their ids. */
export function createSteps(
  client: Client,
  input: CreateInput,
  { allowSame, others, clock, noteAnswer, onUpload }: CreateStepsOptions,
): Steps<Reply<PatientAnswer>> {
  const { patient } = input;
  const key = naturalKeyOf(patient);
  return {
    // Without anything to look for, nothing becomes clearer by waiting.
    ...(key === undefined && { quietMs: 0 }),
    prepare: async () => {
      const { agreeing, same, nameless, keyMemoryMs, answeredAt } = await findAgreeing(client, patient);
      if (nameless > 0) throw namelessPatients();
      const own = allowSame === 'own' ? (await others()).own : undefined;
      const there = allowSame === true ? undefined : same.find((id) => own?.has(id) !== true);
      if (there !== undefined) return { outcome: { how: 'already_there', patient: there } };
      const ids = agreeing.flatMap((one) => idText(one?.id) ?? []);
      return { baseline: { ids, ...(answeredAt !== undefined && { listedAt: answeredAt }) }, keyMemoryMs };
    },
    send: async ({ key }) => {
      let sentAt = clock.monotonic();
      const watched: UploadHooks['onUpload'] = (sentBytes, totalBytes) => {
        if (sentBytes >= totalBytes) sentAt = clock.monotonic();
        onUpload?.(sentBytes, totalBytes);
      };
      const reply = await client.createPatient(input, { key, onUpload: watched });
      noteAnswer(clock.monotonic() - sentAt);
      return { how: 'answered', patient: idText(reply.body?.patient?.id), reply };
    },
    look: async ({ at, baseline }) => {
      if (key === undefined) {
        const message = 'without name, email and phone nothing tells whether the patient was created';
        return { seen: 'unclear', message, details: ['to look: recon patients list --all'] };
      }
      const freshOf = async (found: Listed[]) => {
        // Read after the list: what another entry has made by then is its own.
        const { claimed, isMeantByOther } = await others();
        return found.filter((one) => {
          const id = idText(one?.id);
          return id !== undefined && !baseline.ids?.includes(id) && !claimed.has(id) && !isMeantByOther(one);
        });
      };
      const { agreeing, nameless } = await findAgreeing(client, patient);
      if (nameless > 0) throw namelessPatients();
      const fresh = await freshOf(agreeing);
      if (fresh.length > 0) return await judge(client, input, fresh);
      const wide = await findUnopposed(client, patient);
      if (wide.nameless > 0) throw namelessPatients();
      const since = baseline.listedAt === undefined ? at - CLOCK_MARGIN_MS : baseline.listedAt - STAMP_MARGIN_MS;
      const recent = (await freshOf(wide.found)).filter((one) => isAfter(one, since));
      return recent.length > 0 ? await judge(client, input, recent) : { seen: 'not made' };
    },
  };
}

/** Whether it was changed since; also where nobody can tell. */
function isAfter(listed: Listed, time: number): boolean {
  const changedAt = Date.parse(String(listed?.updated_at));
  return Number.isNaN(changedAt) || changedAt >= time;
}

const namelessPatients = () =>
  new ReconError('protocol', 'the service lists patients like this one with ids that are no numbers', {
    hint: 'asking the operator of the service',
  });

/** Exactly one new patient who is all that was sent is ours; none means that nothing was made. */
async function judge(client: Client, input: CreateInput, found: Listed[]): Promise<Look<Reply<PatientAnswer>>> {
  const { patient, reconstruction } = input;
  const people = found.filter((one) => isSamePerson(one, patient) && hasAllOf(one, patient));
  const [exact, ...more] = people;
  const id = idText(exact?.id);
  const candidates = found.flatMap((one) => idText(one?.id) ?? []);
  if (id === undefined) {
    const message = 'a new patient is like the one that was sent, but not in everything';
    return { seen: 'unclear', message, candidates };
  }
  if (more.length > 0) return { seen: 'unclear', message: 'several new patients are what was sent', candidates };
  if (reconstruction !== undefined && !hasModel(exact, reconstruction.type)) {
    const message = `patient ${id} is new and what was sent, but without the reconstruction`;
    return { seen: 'unclear', message, candidates };
  }
  return { seen: 'made', outcome: { how: 'found', patient: id, reply: await client.getPatient(id) } };
}

const hasModel = (listed: Listed, type: ReconstructionType | undefined) =>
  (listed?.reconstructions ?? []).some((one) => type === undefined || shortTypeOf(one?.type) === type);

const hasAllOf = (listed: Listed, patient: PatientInput) =>
  PATIENT_FIELDS.every((field) => {
    const sent = patient[field];
    return sent === undefined || spelled(listed?.[answerKeyOf(field)]) === spelled(sent);
  });

const spelled = (value: unknown) => (typeof value === 'string' ? value.normalize('NFC').trim() : '');
