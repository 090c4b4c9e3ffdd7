import type { Clock } from '../../clock.ts';
import type { PatientAnswer, Received } from '../../contract/answers.ts';
import { answerKeyOf, PATIENT_FIELDS, type Patient, type PatientInput } from '../../contract/patient.ts';
import { idText, type Reply } from '../answer.ts';
import type { Client } from '../client.ts';
import { findAlike, naturalKeyOf } from '../duplicates.ts';
import type { CreateInput, UploadHooks } from '../patients.ts';
import type { Look, Steps } from './steps.ts';

type Listed = Received<Patient>;

export interface CreateStepsOptions {
  allowSame: boolean;
  /** Patients that another entry has made or found. */
  claimed(): Promise<ReadonlySet<string>>;
  onUpload?: UploadHooks['onUpload'];
  clock: Pick<Clock, 'monotonic'>;
  noteAnswer(ms: number): void;
}

/** A create: known by name, email and phone, and told from those that were there before by their ids. */
export function createSteps(
  client: Client,
  input: CreateInput,
  { allowSame, claimed, clock, noteAnswer, onUpload }: CreateStepsOptions,
): Steps<Reply<PatientAnswer>> {
  const { patient } = input;
  return {
    prepare: async () => {
      const { alike, same, keyMemoryMs } = await findAlike(client, patient);
      if (!allowSame && same[0] !== undefined) return { outcome: { how: 'already_there', patient: same[0] } };
      return { baseline: { ids: alike.flatMap((one) => idText(one?.id) ?? []) }, keyMemoryMs };
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
    look: async ({ baseline }) => {
      if (naturalKeyOf(patient) === undefined) {
        const message = 'without name, email and phone nothing tells whether the patient was created';
        return { seen: 'unclear', message, details: ['to look: recon patients list --all'] };
      }
      const { alike } = await findAlike(client, patient);
      const taken = await claimed();
      const fresh = alike.filter((one) => {
        const id = idText(one?.id);
        return id !== undefined && !baseline.ids?.includes(id) && !taken.has(id);
      });
      return await judge(client, patient, fresh);
    },
  };
}

/** Exactly one new patient with all that was sent is ours; none means that nothing was made. */
async function judge(client: Client, patient: PatientInput, found: Listed[]): Promise<Look<Reply<PatientAnswer>>> {
  if (found.length === 0) return { seen: 'not made' };
  const [exact, ...more] = found.filter((one) => hasAllOf(one, patient));
  const id = idText(exact?.id);
  if (id !== undefined && more.length === 0) {
    return { seen: 'made', outcome: { how: 'found', patient: id, reply: await client.getPatient(id) } };
  }
  const candidates = found.flatMap((one) => idText(one?.id) ?? []);
  const message =
    more.length > 0
      ? 'several new patients are what was sent'
      : 'a new patient is like the one that was sent, but not in everything';
  return { seen: 'unclear', message, candidates };
}

const hasAllOf = (listed: Listed, patient: PatientInput) =>
  PATIENT_FIELDS.every((field) => {
    const sent = patient[field];
    return sent === undefined || spelled(listed?.[answerKeyOf(field)]) === spelled(sent);
  });

const spelled = (value: unknown) => (typeof value === 'string' ? value.normalize('NFC').trim() : '');
