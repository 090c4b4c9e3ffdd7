import { type FieldProblem, Refusal } from '../../domain/refusal.ts';
import { LIMITS } from '../../limits.ts';

/** What an operation takes, by form field name. */
export interface FormShape {
  textFields: readonly string[];
  photoFields: readonly string[];
}

/** A file as it arrived. */
export interface ReceivedFile {
  field: string;
  path: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}

/** The parts of a body before anyone has looked at the pictures. */
export interface ReceivedParts {
  fields: Map<string, string>;
  files: ReceivedFile[];
  problems: FieldProblem[];
}

/** Puts a text field where it belongs, or says what is wrong with it. */
export function takeText(parts: ReceivedParts, shape: FormShape, name: string, value: string): void {
  const problem = (message: string) => parts.problems.push({ field: name, message });
  if (shape.photoFields.includes(name)) problem('must be a file');
  else if (!shape.textFields.includes(name)) problem('is not a field of this operation');
  else if (parts.fields.has(name)) problem('is given more than once');
  // The database would give back only what stands before it.
  else if (value.includes('\0')) problem('contains a NUL character');
  else parts.fields.set(name, value);
}

/** What is wrong with a file field by its name alone, if anything is. */
export function fileProblem(parts: ReceivedParts, shape: FormShape, name: string): string | undefined {
  if (shape.textFields.includes(name)) return 'must be text';
  if (!shape.photoFields.includes(name)) return 'is not a field of this operation';
  return parts.files.some((file) => file.field === name) ? 'is given more than once' : undefined;
}

export const tooLarge = (message: string) => new Refusal(413, 'refused', message);

export const tooLong = (name: string) => fieldTooLarge(name, `is longer than ${LIMITS.fieldBytes / 1024} KB`);

export const fieldTooLarge = (name: string, message: string) =>
  new Refusal(413, 'refused', 'a field is too large', { errors: [{ field: name.slice(0, 60), message }] });
