import { z } from 'zod';
import { CREATE_TEXT_FIELDS, PHOTO_FIELDS } from '../../../contract/fields.ts';
import type { FormShape } from '../intake/fields.ts';

/** A form's fields for the OpenAPI document, from the lists that the intake checks. */
export function formSchema({ textFields, photoFields }: FormShape): z.ZodType {
  const known = [...CREATE_TEXT_FIELDS, ...PHOTO_FIELDS];
  const fields = known.filter((field) => textFields.includes(field) || photoFields.includes(field));
  return z.object(Object.fromEntries(fields.map((field) => [field, fieldSchema(field, photoFields)])));
}

function fieldSchema(field: string, photoFields: readonly string[]): z.ZodType {
  if (photoFields.includes(field)) return z.string().meta({ format: 'binary' }).optional();
  const words = FIELD_WORDS[field];
  return words === undefined ? z.string().optional() : z.string().describe(words).optional();
}

const FIELD_WORDS: Record<string, string> = {
  'patient[country]': 'Country ISO code',
  'reconstruction[type]': 'mammo, face or body',
  'reconstruction[provider]': '4, 5, 6 or 7; 4 where absent',
  'reconstruction[nipple_to_nipple]': 'cm, 1 to 300',
  'reconstruction[eye_distance]': 'cm, 1 to 300',
  'reconstruction[hipline]': 'cm, 1 to 300',
  async: 'true or false; false where absent',
};
