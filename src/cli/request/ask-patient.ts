import type { PatientField } from '../../contract/patient.ts';
import type { Draft } from '../../core/draft.ts';
import type { Prompt } from '../io/prompt.ts';
import { typeChoices } from './ask-missing.ts';

const ASKED: readonly [PatientField, string][] = [
  ['name', 'Name of the patient (Enter for none):'],
  ['email', 'E-mail address (Enter for none):'],
  ['phone', 'Phone number (Enter for none):'],
];

/** A create with nothing given, at a terminal: who it is, and whether a 3D model is wanted. */
export async function askForPatient(draft: Draft, prompt: Prompt): Promise<void> {
  for (const [field, question] of ASKED) {
    const answer = await prompt.text(question);
    if (answer !== '') draft.patient[field] = answer;
  }
  const type = await prompt.choose<string | undefined>('What is the 3D model of?', [
    { value: undefined, name: 'no 3D model, only the record' },
    ...typeChoices(),
  ]);
  if (type !== undefined) draft.type = type;
}
