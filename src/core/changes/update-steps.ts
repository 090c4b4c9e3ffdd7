import type { PatientAnswer } from '../../contract/answers.ts';
import { answerKeyOf, PATIENT_FIELDS, type PatientField, SIZE_FIELDS, type SizeField } from '../../contract/patient.ts';
import { isReconstructionType } from '../../contract/reconstruction.ts';
import type { Reply } from '../answer.ts';
import type { UpdateInput } from '../client.ts';
import type { Baseline, Entry } from '../journal/entry.ts';
import type { Mark } from '../journal/marks.ts';
import type { ChangeOf } from '../journal/stored-change.ts';
import { requireRoute } from '../own-routes.ts';
import { confirmTaken, modelText, planUpdate, ruleError } from '../update.ts';
import type { Call, Run } from './run.ts';
import type { EndingOf, Finding, ProcedureOf } from './steps.ts';

/**
 * An update. Its fields are read again and compared. A reconstruction has no id: a new one is known by the facts that it
 * changes.
 */
export function updateSteps(
  change: ChangeOf<'update'>,
  { client, journal: { mark } }: { client: Run['client']; journal: { mark: Mark } },
  { onUpload }: Pick<Call, 'onUpload'>,
): ProcedureOf<'update'> {
  const { id, size, reconstruction } = change;
  return {
    // Fields sent twice are the same fields: only a reconstruction may start something a second time.
    ...(reconstruction === undefined && { quietMs: 0 }),
    plan: async () => {
      if (reconstruction === undefined) {
        const before = await client.getPatient(id);
        if (size !== undefined) requireRoute(before, 'size');
        return { baseline: { fields: fieldMarks(before, change, mark) }, keyMemoryMs: before.keyMemoryMs };
      }
      const { photos, measures } = reconstruction;
      const asked = { type: reconstruction.type, photos: photos.map(({ view }) => view), measures };
      const { violations, type, before } = await planUpdate(client, id, asked);
      if (size !== undefined) requireRoute(before, 'size');
      if (violations.length > 0) throw ruleError(violations);
      const model = { model: mark('model', modelText(before, type)), type };
      return { baseline: { fields: fieldMarks(before, change, mark), ...model }, keyMemoryMs: before.keyMemoryMs };
    },
    send: async ({ key, baseline }) => {
      const reply = await client.updatePatient(id, change, { key, onUpload });
      if (reconstruction !== undefined) {
        await confirmTaken(client, id, reply, {
          type: typeOf(baseline),
          hasFields: sentFields(change).length > 0,
          wasModel: (model) => mark('model', model) === baseline.model,
        });
      }
      return { how: 'answered', patient: id, reply };
    },
    look: async (entry) => findingOf(await client.getPatient(id), change, entry, mark),
  };
}

function findingOf(
  now: Reply<PatientAnswer>,
  input: UpdateInput,
  { state, baseline }: Entry,
  mark: Mark,
): Finding<EndingOf<'update'>> {
  const isOther =
    input.reconstruction !== undefined && mark('model', modelText(now, typeOf(baseline))) !== baseline.model;
  if (isOther && state === 'planned') return changedByOthers;
  const there = fieldMarks(now, input, mark);
  const fields = sentFields(input);
  const isSent = (field: Field) => there[field] === mark('field', field, spelled(valueSent(input, field)));
  const isAsBefore = (field: Field) => there[field] === baseline.fields?.[field];
  const foreign = fields.filter((field) => !isSent(field) && !isAsBefore(field));
  if (foreign.length > 0) {
    return {
      is: 'unclear',
      message: 'somebody else has changed the same fields, or the service writes them in its own way',
      details: foreign.map(
        (field) =>
          `${field}: sent ${JSON.stringify(valueSent(input, field))}, there is ${JSON.stringify(valueIn(now, field))}`,
      ),
    };
  }
  const allSent = fields.every(isSent);
  if (allSent && (isOther || input.reconstruction === undefined)) {
    return { is: 'made', ending: { how: 'found', patient: undefined, reply: now } };
  }
  if (input.reconstruction === undefined) return { is: 'not made' };
  return isOther || fields.some((field) => isSent(field) && !isAsBefore(field)) ? unclearHalf : { is: 'not made' };
}

const changedByOthers: Finding<never> = {
  is: 'unclear',
  message: 'nothing was sent, and somebody else has changed the 3D model since',
};

const unclearHalf: Finding<never> = {
  is: 'unclear',
  message: 'one of the patient fields and the 3D model was changed, and the other was not',
};

const typeOf = ({ type }: Baseline) => (isReconstructionType(type) ? type : undefined);
type Field = PatientField | SizeField;

const valueSent = ({ patient, size }: UpdateInput, field: Field) => ({ ...patient, ...size })[field];
const sentFields = (input: UpdateInput): Field[] =>
  [...PATIENT_FIELDS, ...SIZE_FIELDS].filter((field) => valueSent(input, field) !== undefined);

const valueIn = (reply: Reply<PatientAnswer>, field: Field) => reply.body?.patient?.[answerKeyOf(field)] ?? null;
/** Height and weight are sent as text and come back as numbers. */
const spelled = (value: unknown) => (typeof value === 'number' ? String(value) : textOf(value).normalize('NFC').trim());
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const fieldMarks = (reply: Reply<PatientAnswer>, input: UpdateInput, mark: Mark): Record<string, string> =>
  Object.fromEntries(sentFields(input).map((field) => [field, mark('field', field, spelled(valueIn(reply, field)))]));
