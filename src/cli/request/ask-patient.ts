import type { PatientField } from '../../contract/patient.ts';
import { type FieldRead, readPatientField } from '../../core/check-patient-field.ts';
import { countryName } from '../../core/country.ts';
import type { Draft } from '../../core/draft.ts';
import type { Context } from '../context.ts';
import { KEEPS, NONE } from '../io/open-answer.ts';
import type { Prompt } from '../io/prompt.ts';
import { askIfMeant } from './ask-address.ts';
import type { Question } from './ask-in-turn.ts';
import { askIfWhole } from './ask-phone.ts';
import { typeChoices } from './ask-type.ts';

export const FIELD_LABELS: Record<PatientField, string> = {
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  gender: 'Gender',
  country: 'Country',
  address: 'Address',
  city: 'City',
  postal_code: 'Postal code',
  state: 'State',
};

const QUESTIONS: Partial<Record<PatientField, string>> = {
  name: 'Name of the patient',
  email: 'E-mail address',
  phone: 'Phone number',
  address: 'Address, street and number',
};

/** What tells one patient from another. */
export const ALWAYS_ASKED: readonly PatientField[] = ['name', 'email', 'phone'];

/** A field as a person reads it: a country by its name. */
export const fieldShown = (field: PatientField, value: string): string =>
  field === 'country' ? countryName(value) : value;

/** For the patient's name; for e-mail and phone as well where nothing at all is given of the patient. */
export function patientQuestions(draft: Draft, context: Context): Question[] {
  const asked = Object.keys(draft.patient).length === 0 ? ALWAYS_ASKED : (['name'] as const);
  return asked
    .filter((field) => draft.patient[field] === undefined)
    .map((field) => fieldQuestion(draft, field, context));
}

/** Asks for one field in a turn of several. */
export const fieldQuestion =
  (draft: Draft, field: PatientField, context: Context): Question =>
  async (earlier) => {
    if (earlier?.patient[field] !== undefined) draft.patient[field] = earlier.patient[field];
    await askForField(draft, field, await context.prompt());
  };

/**
 * Asks for one field, once more where it is there already; Enter on an empty line is none. What the service keeps is always
 * fine, since it is not sent: it may be a note that no check of ours takes. `values` are those of the draft if left out.
 */
export async function askForField(
  draft: Draft,
  field: PatientField,
  prompt: Prompt,
  { kept, values = draft.patient }: { kept?: string; values?: Draft['patient'] } = {},
): Promise<void> {
  const question = `${QUESTIONS[field] ?? FIELD_LABELS[field]} ${orNone(values[field])}:`;
  const check = (text: string) => {
    if (text === kept) return undefined;
    const read = readPatientField(field, text, 'typed');
    return 'problem' in read ? `this ${read.problem}` : undefined;
  };
  const answer = await prompt.text(question, check, values[field]);
  const read: FieldRead = answer === kept ? { value: answer } : readPatientField(field, answer, 'typed');
  if ('problem' in read || read.value === '') delete values[field];
  else if (field === 'email' && answer !== kept) {
    const address = await askIfMeant(read.value, prompt, true);
    if (address === '') delete values[field];
    else values[field] = address;
  } else if (field === 'phone' && answer !== kept) values[field] = await askIfWhole(read.value, draft, prompt);
  else values[field] = read.value;
}

/** What Enter does beside a question that may be left open; `now` stands on the line. */
export const orNone = (now: string | undefined): string => (now ? KEEPS : NONE);

/** Whether a 3D model is wanted, and of what. */
export async function askForType(draft: Pick<Draft, 'type'>, prompt: Prompt, earlier?: Draft): Promise<void> {
  const type = await prompt.choose<string | undefined>(
    'What is the 3D model of?',
    [{ value: undefined, name: 'no 3D model, only the record' }, ...typeChoices()],
    { chosen: draft.type ?? earlier?.type },
  );
  if (type === undefined) delete draft.type;
  else draft.type = type;
}
