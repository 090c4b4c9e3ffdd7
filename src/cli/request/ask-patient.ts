import type { PatientField } from '../../contract/patient.ts';
import { readPatientField } from '../../core/check-patient-field.ts';
import type { Draft } from '../../core/draft.ts';
import type { Prompt } from '../io/prompt.ts';
import { typeChoices } from './ask-missing.ts';

const QUESTIONS = {
  name: 'Name of the patient (Enter for none):',
  email: 'E-mail address (Enter for none):',
  phone: 'Phone number (Enter for none):',
} as const satisfies Partial<Record<PatientField, string>>;

/** Asks for the patient's name; for e-mail and phone as well where nothing at all is given of the patient. */
export async function askForPatient({ patient }: Pick<Draft, 'patient'>, prompt: Prompt): Promise<void> {
  const asked = Object.keys(patient).length === 0 ? (['name', 'email', 'phone'] as const) : (['name'] as const);
  for (const field of asked) {
    if (patient[field] !== undefined) continue;
    const answer = await prompt.text(QUESTIONS[field], (text) => {
      const read = readPatientField(field, text, true);
      return 'problem' in read ? `this ${read.problem}` : undefined;
    });
    if (answer !== '') patient[field] = answer;
  }
}

/** Whether a 3D model is wanted, and of what. */
export async function askForType(draft: Pick<Draft, 'type'>, prompt: Prompt): Promise<void> {
  const type = await prompt.choose<string | undefined>('What is the 3D model of?', [
    { value: undefined, name: 'no 3D model, only the record' },
    ...typeChoices(),
  ]);
  if (type !== undefined) draft.type = type;
}
