import type { Received } from '../../contract/answers.ts';
import { answerKeyOf, PATIENT_FIELDS, type Patient, type PatientInput } from '../../contract/patient.ts';
import { type ReconstructionType, shortTypeOf } from '../../contract/reconstruction.ts';
import { idText } from '../answer.ts';
import type { Client } from '../client.ts';
import { findAgreeing, findAlike, findUnopposed, idsOf } from '../find-person.ts';
import type { Entry } from '../journal/entry.ts';
import type { ChangeOf } from '../journal/stored-change.ts';
import { settable } from '../own-routes.ts';
import type { CreateInput, UploadHooks } from '../patients.ts';
import { isSamePerson, naturalKeyOf } from '../same-person.ts';
import { personMarks } from './change-marks.ts';
import type { Call, Run } from './run.ts';
import type { EndingOf, Finding, ProcedureOf } from './steps.ts';

type Listed = Received<Patient>;

/** Clocks of services and of ours may differ so much. */
const CLOCK_MARGIN_MS = 86_400_000;
/** One service may stamp its answers and its records by two clocks. */
const STAMP_MARGIN_MS = 300_000;

/** A create: known by name, email and phone, and told from those that were there before by their ids. */
export function createSteps(
  change: ChangeOf<'create'>,
  run: Run,
  { onUpload, onNamesakes, stopsFor, alsoNamed }: Call,
): ProcedureOf<'create'> {
  const { patient, allowSame } = change;
  const { client, clock, journal } = run;
  const isKnown = naturalKeyOf(patient) !== undefined;
  const alikeThere = async (
    { agreeing, withContact }: Pick<Awaited<ReturnType<typeof findAgreeing>>, 'agreeing' | 'withContact'>,
    row: string | undefined,
  ): Promise<string | undefined> => {
    if (stopsFor === 'alike') return idsOf(agreeing)[0] ?? (await findAlike(client, patient))[0];
    // Two rows of one list are two people, in whatever order they are sent.
    const own = withContact.length > 0 && row !== undefined ? await journal.madeByImportOf(row) : undefined;
    return withContact.find((id) => own?.has(id) !== true);
  };
  return {
    // Without anything to look for, nothing becomes clearer by waiting.
    ...(!isKnown && { quietMs: 0 }),
    plan: async ({ row }) => {
      const isContactEnough = stopsFor === 'same name and contact' && allowSame === false;
      const there = await findAgreeing(client, patient, { alsoNamed, isContactEnough });
      const { agreeing, same, keyMemoryMs, answeredAt } = there;
      const own = allowSame === 'own' && row !== undefined ? await journal.madeByImportOf(row) : undefined;
      const equal = allowSame === true ? undefined : same.find((id) => own?.has(id) !== true);
      if (equal !== undefined) {
        const record = agreeing.find((one) => idText(one?.id) === equal);
        return { ending: { how: 'already_there', patient: equal, there: settable(record, there) } };
      }
      const alike = allowSame === false ? await alikeThere(there, row) : undefined;
      if (alike !== undefined) return { ending: { how: 'alike_there', patient: alike } };
      if (there.namesakes.length > 0) onNamesakes?.(there.namesakes);
      return { baseline: { ids: idsOf(agreeing), listedAt: answeredAt }, keyMemoryMs };
    },
    send: async ({ key, keyUntil, inDoubt }) => {
      const isRepeatable = keyUntil !== 0 && !inDoubt;
      let sentAt = clock.monotonic();
      const watched: UploadHooks['onUpload'] = (sentBytes, totalBytes) => {
        if (sentBytes >= totalBytes) sentAt = clock.monotonic();
        onUpload?.(sentBytes, totalBytes);
      };
      const reply = await client.createPatient(change, { key, isRepeatable, onUpload: watched });
      run.noteAnswer(clock.monotonic() - sentAt);
      return { how: 'answered', patient: idText(reply.body?.patient?.id), reply };
    },
    look: async (entry) => findingOf(isKnown ? await newPatients(entry, patient, run) : undefined, change, client),
  };
}

/** The new patients who may be the one. */
async function newPatients(entry: Entry, patient: PatientInput, run: Run): Promise<Listed[]> {
  const { agreeing } = await findAgreeing(run.client, patient);
  const fresh = await newOf(agreeing, entry, run);
  if (fresh.length > 0) return fresh;
  const unopposed = await newOf(await findUnopposed(run.client, patient), entry, run);
  const { at, baseline } = entry;
  const since = baseline.listedAt === undefined ? at - CLOCK_MARGIN_MS : baseline.listedAt - STAMP_MARGIN_MS;
  return unopposed.filter((one) => isAfter(one, since));
}

/** The patients who were not there before, and whom no other entry has made or is about. */
async function newOf(found: Listed[], { id: entry, baseline }: Entry, run: Run): Promise<Listed[]> {
  // Both are read after the list, so that what another entry made by then counts as its own. Open entries come first:
  // an entry that closes in between is in at least one of the two.
  const open = await run.journal.open();
  const claimed = await run.journal.claimed();
  const people = new Set(open.map(({ subject }) => subject));
  const ours = open.find(({ id }) => id === entry)?.subject;
  return found.filter((one) => {
    const id = idText(one?.id);
    if (id === undefined || baseline.ids?.includes(id) || claimed.has(id)) return false;
    const marks = personMarks(one, run);
    // A patient who is equal to ours may be ours.
    return marks.some((mark) => mark === ours) || !marks.some((mark) => people.has(mark));
  });
}

/** Whether it was changed since; also where nobody can tell. */
function isAfter(listed: Listed, time: number): boolean {
  const changedAt = Date.parse(String(listed?.updated_at));
  return Number.isNaN(changedAt) || changedAt >= time;
}

/** Exactly one new patient who is all that was sent is ours; none means that nothing was made. */
async function findingOf(
  seen: Listed[] | undefined,
  { patient, reconstruction }: CreateInput,
  client: Client,
): Promise<Finding<EndingOf<'create'>>> {
  if (seen === undefined) {
    const message = 'without name, email and phone nothing tells whether the patient was created';
    return { is: 'unclear', message, details: [{ before: 'to look', command: ['patients', 'list', '--all'] }] };
  }
  if (seen.length === 0) return { is: 'not made' };
  const [exact, ...more] = seen.filter((one) => isSamePerson(one, patient) && hasAllOf(one, patient));
  const id = idText(exact?.id);
  const candidates = seen.flatMap((one) => idText(one?.id) ?? []);
  if (id === undefined) {
    const message = 'a new patient is like the one that was sent, but not in everything';
    return { is: 'unclear', message, candidates };
  }
  if (more.length > 0) return { is: 'unclear', message: 'several new patients are what was sent', candidates };
  if (reconstruction !== undefined && !hasModel(exact, reconstruction.type)) {
    const message = `patient ${id} is new and what was sent, but without the 3D model`;
    return { is: 'unclear', message, candidates };
  }
  return { is: 'made', ending: { how: 'found', patient: id, reply: await client.getPatient(id) } };
}

const hasModel = (listed: Listed, type: ReconstructionType | undefined) =>
  (listed?.reconstructions ?? []).some((one) => type === undefined || shortTypeOf(one?.type) === type);

const hasAllOf = (listed: Listed, patient: PatientInput) =>
  PATIENT_FIELDS.every((field) => {
    const sent = patient[field];
    return sent === undefined || spelled(listed?.[answerKeyOf(field)]) === spelled(sent);
  });

const spelled = (value: unknown) => (typeof value === 'string' ? value.normalize('NFC').trim() : '');
