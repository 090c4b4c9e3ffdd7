import type { PatientAnswer } from '../../contract/answers.ts';
import { answerKeyOf, PATIENT_FIELDS } from '../../contract/patient.ts';
import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { Reply } from '../answer.ts';
import type { Client, UpdateInput, UploadHooks } from '../client.ts';
import type { Baseline } from '../journal/entry.ts';
import type { Mark } from '../journal/marks.ts';
import { brokenRules, confirmTaken, modelText, planUpdate } from '../update.ts';
import type { Look, Steps } from './steps.ts';

export interface UpdateStepsOptions {
  mark: Mark;
  onUpload?: UploadHooks['onUpload'];
}

/**
 * An update: fields are read again and compared; a reconstruction, which has no id, by what a new one changes.
 */
export function updateSteps(
  client: Client,
  id: string,
  input: UpdateInput,
  { mark, onUpload }: UpdateStepsOptions,
): Steps<Reply<PatientAnswer>> {
  const { reconstruction } = input;
  return {
    // Fields sent twice are the same fields: only a reconstruction may start something a second time.
    ...(reconstruction === undefined && { quietMs: 0 }),
    prepare: async () => {
      if (reconstruction === undefined) {
        const before = await client.getPatient(id);
        return { baseline: { fields: fieldMarks(before, input, mark) }, keyMemoryMs: before.keyMemoryMs };
      }
      const { type, photos, measures } = reconstruction;
      const plan = await planUpdate(client, id, { type, photos: photos.map(({ view }) => view), measures });
      if (plan.violations.length > 0) throw brokenRules(plan.violations);
      return { baseline: baselineOf(plan.before, plan.type, input, mark), keyMemoryMs: plan.before.keyMemoryMs };
    },
    send: async ({ key, baseline }) => {
      const reply = await client.updatePatient(id, input, { key, onUpload });
      if (reconstruction !== undefined) {
        await confirmTaken(client, id, reply, {
          type: typeOf(baseline),
          hasFields: Object.keys(input.patient).length > 0,
          wasModel: (model) => mark('model', model) === baseline.model,
        });
      }
      return { how: 'answered', patient: id, reply };
    },
    look: async ({ baseline }) => judge(await client.getPatient(id), input, baseline, mark),
    recheck: async ({ baseline }) => {
      const now = await client.getPatient(id);
      return reconstruction !== undefined && mark('model', modelText(now, typeOf(baseline))) !== baseline.model
        ? changedByOthers
        : judge(now, input, baseline, mark);
    },
  };
}

const baselineOf = (
  before: Reply<PatientAnswer>,
  type: ReconstructionType | undefined,
  input: UpdateInput,
  mark: Mark,
): Baseline => ({
  fields: fieldMarks(before, input, mark),
  model: mark('model', modelText(before, type)),
  ...(type !== undefined && { type }),
});

function judge(
  now: Reply<PatientAnswer>,
  input: UpdateInput,
  baseline: Baseline,
  mark: Mark,
): Look<Reply<PatientAnswer>> {
  const made: Look<Reply<PatientAnswer>> = { seen: 'made', outcome: { how: 'found', patient: undefined, reply: now } };
  const fields = PATIENT_FIELDS.filter((field) => input.patient[field] !== undefined);
  const there = fieldMarks(now, input, mark);
  const sent = (field: (typeof fields)[number]) => mark('field', field, spelled(input.patient[field]));
  const foreign = fields.filter((field) => there[field] !== sent(field) && there[field] !== baseline.fields?.[field]);
  if (foreign.length > 0) {
    const shown = foreign.map(
      (field) =>
        `${field}: sent ${JSON.stringify(input.patient[field])}, there is ${JSON.stringify(valueIn(now, field))}`,
    );
    return {
      seen: 'unclear',
      message: 'somebody else has changed the same fields, or the service writes them in its own way',
      details: shown,
    };
  }
  const allFields = fields.every((field) => there[field] === sent(field));
  if (input.reconstruction === undefined) return allFields ? made : { seen: 'not made' };
  const modelChanged = mark('model', modelText(now, typeOf(baseline))) !== baseline.model;
  if (modelChanged) return allFields ? made : unclearHalf;
  const fieldsChanged = fields.some(
    (field) => sent(field) !== baseline.fields?.[field] && there[field] === sent(field),
  );
  return fieldsChanged ? unclearHalf : { seen: 'not made' };
}

const changedByOthers: Look<never> = {
  seen: 'unclear',
  message: 'nothing was sent, and somebody else has changed the reconstruction since',
};

const unclearHalf: Look<never> = {
  seen: 'unclear',
  message: 'one of the patient fields and the reconstruction was changed, and the other was not',
};

const typeOf = ({ type }: Baseline) => type as ReconstructionType | undefined;
const valueIn = (reply: Reply<PatientAnswer>, field: (typeof PATIENT_FIELDS)[number]) =>
  reply.body?.patient?.[answerKeyOf(field)] ?? null;
const spelled = (value: unknown) => (typeof value === 'string' ? value.normalize('NFC').trim() : '');

function fieldMarks(reply: Reply<PatientAnswer>, { patient }: UpdateInput, mark: Mark): Record<string, string> {
  return Object.fromEntries(
    PATIENT_FIELDS.filter((field) => patient[field] !== undefined).map((field) => [
      field,
      mark('field', field, spelled(valueIn(reply, field))),
    ]),
  );
}
